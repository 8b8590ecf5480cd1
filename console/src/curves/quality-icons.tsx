import { marksOf, QUALITY_BIT, type QualityMark } from '@heatfleet/contract/device-protocol/quality.ts'
import { useMessages } from '../messages/messages.ts'
import {
  ArrowUpIcon,
  BoltIcon,
  ClockIcon,
  CloseIcon,
  DownloadIcon,
  EditIcon,
  ErrorIcon,
  type Icon,
  RefreshIcon,
} from '../ui/icons.tsx'
import css from './quality.module.css'

/** Each mark has its own shape: colour alone is not accessible. */
const MARK_ICONS = {
  replay: RefreshIcon,
  bus_down: BoltIcon,
  clock_unsynced: ClockIcon,
  arrival_time: DownloadIcon,
  other_version: EditIcon,
  not_read: CloseIcon,
  invalid: ErrorIcon,
  out_of_range: ArrowUpIcon,
} as const satisfies Record<QualityMark, Icon>

/** Marks of a single value; the others concern the whole report and have their own column. */
const OF_VALUE = QUALITY_BIT.other_version | QUALITY_BIT.not_read | QUALITY_BIT.invalid | QUALITY_BIT.out_of_range
/** Marks that may require action. */
const SERIOUS: ReadonlySet<QualityMark> = new Set(['bus_down', 'not_read', 'invalid', 'out_of_range'])

const MarkIcon = ({ mark, label }: { mark: QualityMark; label?: string }) => {
  const Shape = MARK_ICONS[mark]
  return (
    <span
      className={css.sign}
      data-grave={SERIOUS.has(mark) || undefined}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label, title: label })}
    >
      <Shape size={13} />
    </span>
  )
}

/** With more marks only icons are shown; the legend below the table explains them. */
const WORDS_MAX = 2

/** The marks of a row as icons and texts; a muted text when there are none. `partly`: some of its values were read. */
export const QualityTexts = ({ bits, partly = false }: { bits: number; partly?: boolean }) => {
  const t = useMessages('history')
  const nameOf = (mark: QualityMark) =>
    mark === 'not_read' && partly ? t(($) => $.curves.partly_read) : t(($) => $.curves.quality[mark])
  if (bits === 0) return <span className={css.good}>{t(($) => $.curves.quality_good)}</span>
  const marks = marksOf(bits)
  if (marks.length > WORDS_MAX) return marks.map((mark) => <MarkIcon key={mark} mark={mark} label={nameOf(mark)} />)
  return (
    <span className={css.words}>
      {marks.map((mark) => (
        <span key={mark} title={t(($) => $.curves.quality_hint[mark])}>
          <MarkIcon mark={mark} />
          {nameOf(mark)}
        </span>
      ))}
    </span>
  )
}

/** Icons of the marks of a single value. */
export const QualityIcons = ({ bits }: { bits: number }) => {
  const t = useMessages('history')
  return marksOf(bits & OF_VALUE).map((mark) => (
    <MarkIcon key={mark} mark={mark} label={t(($) => $.curves.quality[mark])} />
  ))
}

/** Explains the marks that occur. */
export const QualityLegend = ({ bits }: { bits: number }) => {
  const t = useMessages('history')
  if (bits === 0) return null
  return (
    <ul className={css.legend} aria-label={t(($) => $.curves.quality_title)}>
      {marksOf(bits).map((mark) => (
        <li key={mark}>
          <MarkIcon mark={mark} />
          <b>{t(($) => $.curves.quality[mark])}</b>
          {t(($) => $.curves.quality_hint[mark])}
        </li>
      ))}
    </ul>
  )
}
