import type { ExportRecord, ExportState } from '@heatfleet/contract/exports/exports.ts'
import { useCodeText } from '../../messages/error-text.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { formatNumber } from '../../ui/format.ts'
import { type Shape, StateChip, type Tone } from '../../ui/status.tsx'
import styles from './exports.module.css'

const LOOKS = {
  queued: { tone: 'neutral', shape: 'hollow' },
  running: { tone: 'accent', shape: 'turning' },
  done: { tone: 'ok', shape: 'filled' },
  failed: { tone: 'bad', shape: 'triangle' },
  cancelled: { tone: 'neutral', shape: 'dashed' },
  expired: { tone: 'neutral', shape: 'dashed' },
} as const satisfies Record<ExportState, { tone: Tone; shape: Shape }>

/** Where an export stands; why it failed on hover. */
export function ExportStateChip({ record }: { record: ExportRecord }) {
  const t = useMessages('exports')
  const reasonText = useCodeText()
  const title = record.reason === null ? {} : { title: reasonText(record.reason) }
  return (
    <StateChip {...LOOKS[record.state]} {...title}>
      {t(($) => $.states[record.state])}
    </StateChip>
  )
}

/** How far a running export is; once it is over, how many rows it has. */
export function ExportProgress({ record }: { record: ExportRecord }) {
  const t = useMessages('exports')
  const lang = useLanguage()
  const { rows_done, rows_total, state } = record
  if (state !== 'running') return <>{formatNumber(state === 'done' ? rows_done : null, 0, lang)}</>
  const share = rows_total === null || rows_total === 0 ? undefined : rows_done / rows_total
  const text =
    rows_total === null ? t(($) => $.states.running) : t(($) => $.progress_of, { done: rows_done, total: rows_total })
  return (
    <span className={styles.progress} title={text}>
      {/* Without a value the bar tells that something goes on, not how far it is. */}
      <progress max={1} {...(share === undefined ? {} : { value: share })} aria-label={text} />
      {share !== undefined && `${formatNumber(Math.floor(share * 100), 0, lang)} %`}
    </span>
  )
}
