import { api } from '@heatfleet/contract/api.ts'
import type { Funnel } from '@heatfleet/contract/dashboard/dashboard.ts'
import type { FleetPart } from '@heatfleet/contract/dashboard/statistics.ts'
import { Link } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { useSession } from '../../cloud/session.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { zoneInUse } from '../../ui/display.ts'
import { formatNumber, formatShare } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { dayOf } from '../../ui/zone-day.ts'
import { type DeviceListFilters, deviceListPath, importDays } from './fleet-part.ts'
import css from './funnel.module.css'

const STEPS = ['imported', 'shipped', 'activated', 'bound', 'online'] as const
type Step = (typeof STEPS)[number]

const FILTERS: Record<Step, DeviceListFilters> = {
  imported: {},
  shipped: { manufacturer_stock: 'no' },
  activated: { active_status: 'yes' },
  bound: { bound: 'yes' },
  online: { online_status: 'online' },
}

/** How far units have come from import to use, and how long those that were never online have waited. */
export function FunnelPanel({ part, refresh_ms }: { part: FleetPart; refresh_ms: number }) {
  const t = useMessages('dashboard')
  const request = { query: { ...part, time_zone: zoneInUse() } }
  const { data, error, refetch } = useRead(api.stockFunnel, request, {
    refetchInterval: refresh_ms,
    placeholder: 'keep',
  })
  const is_manufacturer = useSession(({ user }) => user?.agent_id ?? null) === null && part.agent_id === undefined
  return (
    <Panel title={t(($) => $.funnel.title)}>
      {data === undefined ? (
        error === null ? (
          <Loading rows={5} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <div className={css.halves}>
          <Steps part={part} funnel={data} is_manufacturer={is_manufacturer} />
          <Ages part={part} funnel={data} is_manufacturer={is_manufacturer} />
        </div>
      )}
    </Panel>
  )
}

type PartProps = { part: FleetPart; funnel: Funnel; is_manufacturer: boolean }

function Steps({ part, funnel, is_manufacturer }: PartProps) {
  const t = useMessages('dashboard')
  const lang = useLanguage()
  // A distributor has no stock of the manufacturer: what it received is all it has.
  const steps = STEPS.filter((step) => is_manufacturer || step !== 'shipped')
  const most = Math.max(1, funnel.imported)
  return (
    <ol className={css.steps}>
      {steps.map((step) => (
        <li key={step}>
          <Link className={css.step} to={deviceListPath(part, FILTERS[step])}>
            <span className={css.label}>
              {step === 'imported' && !is_manufacturer ? t(($) => $.funnel.received) : t(($) => $.funnel[step])}
            </span>
            <span className={css.track} aria-hidden="true">
              <i style={{ width: `${(funnel[step] / most) * 100}%` }} />
            </span>
            <b className={css.count}>{formatNumber(funnel[step], 0, lang)}</b>
            <span className={css.share}>
              {step === 'imported' ? '' : formatShare(funnel[step], funnel.imported, lang)}
            </span>
          </Link>
        </li>
      ))}
    </ol>
  )
}

function Ages({ part, funnel, is_manufacturer }: PartProps) {
  const t = useMessages('dashboard')
  const lang = useLanguage()
  const today = dayOf(funnel.as_of)
  const holders = is_manufacturer ? (['manufacturer', 'distributors'] as const) : (['distributors'] as const)
  return (
    <table className={css.ages}>
      <caption>
        {t(($) => $.ages.title)} <span>{t(($) => $.ages.note)}</span>
      </caption>
      <thead>
        <tr>
          <td />
          {holders.map((holder) => (
            <th key={holder} scope="col">
              {t(($) => $.ages[holder])}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {funnel.ages.map((age) => (
          <tr key={age.from_days}>
            <th scope="row">
              {age.to_days === null
                ? t(($) => $.ages.open, { from: age.from_days })
                : t(($) => $.ages.range, { from: age.from_days, to: age.to_days })}
            </th>
            {holders.map((holder) => (
              <td key={holder}>
                <Link
                  to={deviceListPath(part, {
                    online_status: 'never',
                    active_status: 'no',
                    manufacturer_stock: holder === 'manufacturer' ? 'yes' : 'no',
                    ...importDays(today, age),
                  })}
                >
                  {formatNumber(age[holder], 0, lang)}
                </Link>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
