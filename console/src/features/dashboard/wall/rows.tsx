import type { UnitFigures } from '@heatfleet/contract/dashboard/statistics.ts'
import { useLanguage } from '../../../messages/messages.ts'
import { formatNumber, formatShare } from '../../../ui/format.ts'
import css from './wall.module.css'

/** Parts of the fleet as bars: all units, and the online ones of them. */
export function Rows({ rows, large }: { rows: readonly (UnitFigures & { name: string })[]; large?: boolean }) {
  const lang = useLanguage()
  const most = Math.max(1, ...rows.map(({ total }) => total))
  return (
    <ul className={css.rows} data-large={large || undefined}>
      {rows.map(({ name, total, online, alarm, never_online }) => (
        <li key={name}>
          <span className={css.name}>{name}</span>
          <span className={css.track} aria-hidden="true">
            <i style={{ width: `${(total / most) * 100}%` }}>
              <i style={{ width: `${total === 0 ? 0 : (online / total) * 100}%` }} />
            </i>
          </span>
          <span className={css.alarm}>{alarm > 0 ? `▲ ${formatNumber(alarm, 0, lang)}` : ''}</span>
          <span className={css.share}>{formatShare(online, total - never_online, lang)}</span>
          <b>{formatNumber(total, 0, lang)}</b>
        </li>
      ))}
    </ul>
  )
}
