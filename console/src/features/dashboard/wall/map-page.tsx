import { api } from '@heatfleet/contract/api.ts'
import type { FleetEvent } from '@heatfleet/contract/dashboard/dashboard.ts'
import { useState } from 'react'
import { useRead } from '../../../cloud/call.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { formatNumber, formatShare } from '../../../ui/format.ts'
import { isLongName, PROVINCE_PLACES, shortName } from '../../../ui/province-places.ts'
import { useRegionName } from '../../../ui/region-names.ts'
import { Box } from './box.tsx'
import { FlyingPoints } from './flying-points.tsx'
import css from './map-page.module.css'
import { type RegionCount, useNameOfRegion } from './region-name.ts'
import { Rows } from './rows.tsx'
import wall from './wall.module.css'

/** Rows that fit a box of the wall. */
const ROWS = 14

type MapPageProps = {
  regions: readonly RegionCount[]
  part: { agent_id?: number; region_code?: string }
  /** What happened last: new ones fly from their province. */
  events: readonly FleetEvent[]
  poll: { refetchInterval: number; placeholder: 'keep' }
  /** The reader looks closer: pages stop taking turns. */
  onOpen: () => void
}

/** Where units are: provinces of China as tiles where they lie, the fuller the more are online; each opens into its cities. */
export function MapPage({ regions, part, poll, events, onOpen }: MapPageProps) {
  const t = useMessages('dashboard')
  const lang = useLanguage()
  const regionName = useRegionName()
  const nameOfRegion = useNameOfRegion()
  const [province, setProvince] = useState<string | null>(null)
  const cities = useRead(
    api.countryCount,
    { query: { ...part, region_code: province ?? undefined } },
    { ...poll, enabled: province !== null },
  )
  const of_province = new Map(regions.flatMap((row) => (row.country === 'CN' ? [[row.region_code ?? '', row]] : [])))
  const open = (code: string) => {
    onOpen()
    setProvince(code)
  }
  const shown = province === null ? regions : (cities.data?.list ?? [])
  // Within a province its cities alone: the title names it.
  const rows = shown.slice(0, ROWS).map((row) => ({
    ...row,
    name: nameOfRegion(row)
      .split(' / ')
      .slice(province === null ? 0 : -1)
      .join(' / '),
  }))
  return (
    <div className={css.map_page}>
      <Box title={t(($) => $.wall.provinces)} note={t(($) => $.wall.provinces_note)} grow>
        <ul className={css.tiles} aria-label={t(($) => $.wall.provinces)}>
          {Object.entries(PROVINCE_PLACES).map(([code, [column, row]]) => {
            const figures = of_province.get(code)
            const { total = 0, online = 0, alarm = 0, never_online = 0 } = figures ?? {}
            const name = regionName(code)
            const activated = total - never_online
            const said = `${name}: ${formatNumber(total, 0, lang)}, ${t(($) => $.bars.online, {
              share: formatShare(online, activated, lang),
            })}, ${t(($) => $.bars.alarms, { count: alarm })}`
            return (
              <li key={code} data-province={code} style={{ gridColumn: column + 1, gridRow: row + 1 }}>
                <button
                  type="button"
                  title={said}
                  aria-pressed={province === code}
                  disabled={total === 0}
                  data-alarm={alarm > 0 || undefined}
                  onClick={() => open(code)}
                >
                  <i aria-hidden="true" style={{ blockSize: `${activated === 0 ? 0 : (online / activated) * 100}%` }} />
                  <span className="hf-hidden">{said}</span>
                  <b aria-hidden="true" data-long={isLongName(name) || undefined}>
                    {shortName(name)}
                  </b>
                  <span aria-hidden="true">{total > 0 && formatNumber(total, 0, lang)}</span>
                </button>
              </li>
            )
          })}
        </ul>
      </Box>
      <Box
        title={province === null ? t(($) => $.regions.title) : regionName(province)}
        note={
          province !== null && (
            <Button kind="link" onClick={() => setProvince(null)}>
              {t(($) => $.regions.up)}
            </Button>
          )
        }
        grow
      >
        <Rows large rows={rows} />
        {rows.length === 0 && <p className={wall.none}>{t(($) => $.bars.none)}</p>}
      </Box>
      <FlyingPoints events={events} />
    </div>
  )
}
