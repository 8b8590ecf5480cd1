import type { UnitFigures } from '@heatfleet/contract/dashboard/statistics.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { formatNumber, formatShare } from '../../ui/format.ts'
import { ChevronRightIcon, WarningIcon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import css from './bars.module.css'
import { CsvButton } from './csv-button.tsx'

type Bar = UnitFigures & {
  key: string
  name: string
  /** The list of its units; undefined where no filter of the list names them. */
  to: string | undefined
  /** Its alarms in that list. */
  alarm_to: string | undefined
  /** Opens the level below it. */
  onOpen?: (() => void) | undefined
}

type BarsPanelProps = {
  title: string
  note?: ReactNode
  bars: readonly Bar[] | undefined
  error: unknown
  onRetry: () => void
  empty: string
}

/** Rows before the others are summed up. */
const SHOWN = 8

/** Parts of the fleet as bars: how many units, how many of them online, how many with an alarm. */
export function BarsPanel({ title, note, bars, error, onRetry, empty }: BarsPanelProps) {
  const t = useMessages('dashboard')
  const most = Math.max(1, ...(bars ?? []).map(({ total }) => total))
  const shown = (bars ?? []).slice(0, SHOWN)
  const more = (bars ?? []).length - shown.length
  const rows = () => [
    [
      t(($) => $.bars.name),
      t(($) => $.bars.total),
      t(($) => $.bars.online_count),
      t(($) => $.bars.alarm_count),
      t(($) => $.bars.never_count),
    ],
    ...(bars ?? []).map((bar) => [bar.name, bar.total, bar.online, bar.alarm, bar.never_online]),
  ]
  return (
    <Panel
      title={title}
      note={
        <span className={css.note}>
          {note}
          {shown.length > 0 && <CsvButton name={title} rows={rows} />}
        </span>
      }
    >
      {error !== null && bars === undefined ? (
        <ErrorState error={error} onRetry={onRetry} />
      ) : bars === undefined ? (
        <Loading rows={5} />
      ) : shown.length === 0 ? (
        <p className={css.empty}>{empty}</p>
      ) : (
        <ul className={css.bars} aria-label={title}>
          {shown.map((bar) => (
            <BarRow key={bar.key} bar={bar} most={most} />
          ))}
          {more > 0 && <li className={css.more}>{t(($) => $.bars.more, { count: more })}</li>}
        </ul>
      )}
    </Panel>
  )
}

function BarRow({ bar, most }: { bar: Bar; most: number }) {
  const t = useMessages('dashboard')
  const lang = useLanguage()
  const { name, total, online, alarm, never_online, to, alarm_to, onOpen } = bar
  const activated = total - never_online
  return (
    <li className={css.row}>
      <span className={css.name}>
        {onOpen === undefined ? (
          <span title={name}>{name}</span>
        ) : (
          <button type="button" className={css.open} onClick={onOpen} title={name}>
            {name}
            <ChevronRightIcon size={12} />
          </button>
        )}
      </span>
      <span className={css.numbers}>
        {alarm > 0 && alarm_to !== undefined && (
          <Link className={css.alarm} to={alarm_to} title={t(($) => $.bars.alarms, { count: alarm })}>
            <WarningIcon size={12} strokeWidth={2} />
            {formatNumber(alarm, 0, lang)}
          </Link>
        )}
        <span className={css.share}>
          {activated > 0 && t(($) => $.bars.online, { share: formatShare(online, activated, lang) })}
        </span>
        {to === undefined ? (
          <b className={css.total}>{formatNumber(total, 0, lang)}</b>
        ) : (
          <Link className={css.total} to={to} aria-label={`${name}: ${formatNumber(total, 0, lang)}`}>
            {formatNumber(total, 0, lang)}
          </Link>
        )}
      </span>
      <span className={css.track} aria-hidden="true">
        <i className={css.whole} style={{ width: `${(total / most) * 100}%` }}>
          <i className={css.online} style={{ width: `${total === 0 ? 0 : (online / total) * 100}%` }} />
        </i>
      </span>
    </li>
  )
}
