import { api } from '@heatfleet/contract/api.ts'
import type { FleetPart } from '@heatfleet/contract/dashboard/statistics.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useProductName } from '../../messages/product-name.ts'
import { Button } from '../../ui/button.tsx'
import { countryName } from '../../ui/countries.ts'
import { useRegionName } from '../../ui/region-names.ts'
import { BarsPanel } from './bars-panel.tsx'
import { deviceListPath } from './fleet-part.ts'

type Props = { part: FleetPart; refresh_ms: number }

/** Products of the part of the fleet. */
export function ProductBars({ part, refresh_ms }: Props) {
  const t = useMessages('dashboard')
  const nameOf = useProductName()
  const { data, error, refetch } = useRead(
    api.productCount,
    { query: part },
    { refetchInterval: refresh_ms, placeholder: 'keep' },
  )
  return (
    <BarsPanel
      title={t(($) => $.products.title)}
      error={error}
      onRetry={() => void refetch()}
      empty={t(($) => $.bars.none)}
      bars={data?.list.map((row) => {
        const of_product = { ...part, product_key: row.product_key }
        return {
          ...row,
          key: row.product_key,
          name: nameOf(row),
          to: deviceListPath(of_product),
          alarm_to: deviceListPath(of_product, { quick: 'alarm' }),
        }
      })}
    />
  )
}

/** Distributors of the next lower level, and what the one in question holds itself. */
export function AgentBars({
  part,
  refresh_ms,
  agent_name,
  onOpen,
}: Props & { agent_name: string | undefined; onOpen: (agent_id: number | undefined) => void }) {
  const t = useMessages('dashboard')
  const { data, error, refetch } = useRead(
    api.agentCount,
    { query: part },
    { refetchInterval: refresh_ms, placeholder: 'keep' },
  )
  return (
    <BarsPanel
      title={t(($) => $.agents.title)}
      note={
        agent_name !== undefined && (
          <Button kind="link" size="small" onClick={() => onOpen(undefined)}>
            {t(($) => $.agents.up)}
          </Button>
        )
      }
      error={error}
      onRetry={() => void refetch()}
      empty={t(($) => $.agents.none)}
      bars={data?.list.map((row) => {
        const { agent_id, held, has_lower } = row
        const of_agent = { ...part, ...(agent_id === null ? {} : { agent_id }) }
        const alone =
          agent_id === null ? ({ manufacturer_stock: 'yes' } as const) : held ? ({ include_lower: 'no' } as const) : {}
        const name = row.agent_name ?? ''
        return {
          ...row,
          key: held ? 'held' : String(agent_id),
          name: agent_id === null ? t(($) => $.agents.stock) : held ? t(($) => $.agents.held, { name }) : name,
          to: deviceListPath(of_agent, alone),
          alarm_to: deviceListPath(of_agent, { ...alone, quick: 'alarm' }),
          onOpen: agent_id !== null && !held && has_lower ? () => onOpen(agent_id) : undefined,
        }
      })}
    />
  )
}

/** Regions of the distributors; a province opens into its cities. */
export function RegionBars({ part, refresh_ms }: Props) {
  const t = useMessages('dashboard')
  const lang = useLanguage()
  const regionName = useRegionName()
  const sees_map = usePermission('map:view')
  const [province, setProvince] = useState<string | undefined>(undefined)
  const query = province === undefined ? part : { ...part, region_code: province }
  const { data, error, refetch } = useRead(
    api.countryCount,
    { query },
    { refetchInterval: refresh_ms, placeholder: 'keep' },
  )
  return (
    <BarsPanel
      title={t(($) => $.regions.title)}
      note={
        province === undefined ? (
          sees_map ? (
            <Link to="/map/device">{t(($) => $.regions.map)}</Link>
          ) : (
            t(($) => $.regions.note)
          )
        ) : (
          <Button kind="link" size="small" onClick={() => setProvince(undefined)}>
            {t(($) => $.regions.up)}
          </Button>
        )
      }
      error={error}
      onRetry={() => void refetch()}
      empty={t(($) => $.bars.none)}
      bars={data?.list.map((row) => {
        const { country, region_code } = row
        // Of a country whose regions nobody has named, the country says all there is to say.
        const is_whole = data.list.every((other) => other === row || other.country !== country)
        const in_china = country === 'CN' && region_code !== null
        const filters =
          country === null ? ({ manufacturer_stock: 'yes' } as const) : region_code === null ? null : { region_code }
        const name =
          country === null
            ? t(($) => $.agents.stock)
            : in_china
              ? regionName(region_code)
              : [
                  countryName(country, lang),
                  ...(region_code === null && is_whole ? [] : [region_code ?? t(($) => $.regions.unknown)]),
                ].join(' · ')
        return {
          ...row,
          key: `${country} ${region_code}`,
          name,
          to: filters === null ? undefined : deviceListPath(part, filters),
          alarm_to: filters === null ? undefined : deviceListPath(part, { ...filters, quick: 'alarm' }),
          onOpen:
            in_china && province === undefined && part.region_code === undefined
              ? () => setProvince(region_code)
              : undefined,
        }
      })}
    />
  )
}
