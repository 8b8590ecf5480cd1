import { api } from '@heatfleet/contract/api.ts'
import type { TrendDay } from '@heatfleet/contract/dashboard/dashboard.ts'
import { useRead } from '../../../cloud/call.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { zoneInUse } from '../../../ui/display.ts'
import { formatDay, formatNumber } from '../../../ui/format.ts'
import { Box } from './box.tsx'
import type { Co2Factors } from './co2.ts'
import { Co2Figure, Co2Method } from './co2-note.tsx'
import { CopLine } from './cop-line.tsx'
import { DayBars } from './day-bars.tsx'
import css from './efficiency-page.module.css'
import wall from './wall.module.css'

/** Daily figures change once a day, ms. */
const REFRESH_MS = 600_000

type EfficiencyProps = {
  part: { agent_id?: number; region_code?: string }
  trend: readonly TrendDay[]
  co2: Co2Factors
}

/** How well units make heat, day by day, and how the fleet grows. */
export function EfficiencyPage({ part, trend, co2 }: EfficiencyProps) {
  const t = useMessages('dashboard')
  const lang = useLanguage()
  const { data } = useRead(
    api.copTrend,
    { query: { ...part, days: 30, time_zone: zoneInUse() } },
    { refetchInterval: REFRESH_MS, placeholder: 'keep' },
  )
  const days = data?.list ?? []
  const last = days.findLast(({ cop }) => cop !== null)
  return (
    <div className={css.efficiency}>
      <Box
        title={t(($) => $.cop.title)}
        note={
          last !== undefined && [formatDay(last.day, lang), t(($) => $.cop.units, { count: last.units })].join(' · ')
        }
        grow
      >
        {last === undefined ? (
          <p className={wall.none}>{t(($) => $.cop.none)}</p>
        ) : (
          <>
            <p className={css.cop}>
              <b>{formatNumber(last.cop, 2, lang)}</b>
              {last.ambient_c !== null && (
                <span>{`${t(($) => $.cop.ambient)} ${formatNumber(last.ambient_c, 1, lang)} °C`}</span>
              )}
              {last.heat_kwh !== null && (
                <span>{`${t(($) => $.wall.heat)} ${formatNumber(last.heat_kwh, 0, lang)} kWh`}</span>
              )}
              {last.electricity_kwh !== null && (
                <span>{`${t(($) => $.wall.electricity)} ${formatNumber(last.electricity_kwh, 0, lang)} kWh`}</span>
              )}
              {last.heat_kwh !== null && last.electricity_kwh !== null && (
                <Co2Figure heat_kwh={last.heat_kwh} electricity_kwh={last.electricity_kwh} factors={co2} />
              )}
            </p>
            <CopLine days={days} />
            {last.heat_kwh !== null && <Co2Method factors={co2} />}
          </>
        )}
      </Box>
      <div className={wall.column}>
        <Box title={t(($) => $.trend.activated)} note={t(($) => $.filters.days_30)} grow>
          <DayBars days={trend.map(({ day, activated: count }) => ({ day, count }))} tone="accent" />
        </Box>
        <Box title={t(($) => $.trend.alarms)} note={t(($) => $.filters.days_30)} grow>
          <DayBars days={trend.map(({ day, alarms: count }) => ({ day, count }))} tone="bad" />
        </Box>
      </div>
    </div>
  )
}
