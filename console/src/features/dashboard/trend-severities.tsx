import type { TrendDay } from '@heatfleet/contract/dashboard/dashboard.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { colourVar } from '../../ui/chart/palette.ts'
import { formatNumber } from '../../ui/format.ts'
import css from './bars.module.css'
import { SEVERITY_LOOK, TREND_SEVERITIES } from './trend-option.ts'

/** What the parts of the bars of alarms are: shape, word and number of each severity of the period. */
export function TrendSeverities({ days }: { days: readonly TrendDay[] }) {
  const t = useMessages('dashboard')
  const lang = useLanguage()
  return (
    <ul className={css.severities} aria-label={t(($) => $.trend.severities)}>
      {TREND_SEVERITIES.map((severity) => {
        const [colour, hatch] = SEVERITY_LOOK[severity]
        const sum = days.reduce((total, row) => total + row.by_severity[severity], 0)
        return (
          <li key={severity}>
            <i aria-hidden="true" data-hatch={hatch} style={{ color: colourVar(colour) }} />
            {t(($) => $.trend.severity[severity])} <b>{formatNumber(sum, 0, lang)}</b>
          </li>
        )
      })}
    </ul>
  )
}
