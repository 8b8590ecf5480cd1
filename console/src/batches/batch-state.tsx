import type { BatchRecord, BatchState } from '@heatfleet/contract/batches/batches.ts'
import { useLanguage, useMessages } from '../messages/messages.ts'
import { formatNumber } from '../ui/format.ts'
import { type Shape, StateChip, type Tone } from '../ui/status.tsx'
import styles from './batches.module.css'

const LOOKS = {
  queued: { tone: 'neutral', shape: 'hollow' },
  running: { tone: 'accent', shape: 'turning' },
  done: { tone: 'ok', shape: 'filled' },
  cancelled: { tone: 'neutral', shape: 'dashed' },
} as const satisfies Record<BatchState, { tone: Tone; shape: Shape }>

/** Where a batch stands. */
export function BatchStateChip({ batch: { state } }: { batch: BatchRecord }) {
  const t = useMessages('batches')
  return <StateChip {...LOOKS[state]}>{t(($) => $.states[state])}</StateChip>
}

/** How many objects had their turn. */
export function BatchProgress({ batch: { done, failed, total } }: { batch: BatchRecord }) {
  const t = useMessages('batches')
  const lang = useLanguage()
  const reached = done + failed
  const text = t(($) => $.progress, { reached, total })
  return (
    <span className={styles.progress} title={text}>
      <progress max={total} value={reached} aria-label={text} />
      {formatNumber(total === 0 ? 100 : Math.floor((reached / total) * 100), 0, lang)} %
    </span>
  )
}
