import { IMPORT_MOVES, type ImportBatch, type ImportState } from '@heatfleet/contract/imports/imports.ts'
import {
  type ImportResult,
  type ImportRow,
  type ImportVerdict,
  isImportError,
} from '@heatfleet/contract/imports/lines.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { formatNumber } from '../../ui/format.ts'
import { type Look, StateChip } from '../../ui/status.tsx'
import css from './imports.module.css'

const STATES = {
  draft: { tone: 'neutral', shape: 'dashed' },
  queued: { tone: 'neutral', shape: 'hollow' },
  running: { tone: 'accent', shape: 'turning' },
  done: { tone: 'ok', shape: 'filled' },
  failed: { tone: 'bad', shape: 'triangle' },
  undone: { tone: 'neutral', shape: 'dashed' },
} as const satisfies Record<ImportState, Look>

const VERDICTS = {
  new: { tone: 'ok', shape: 'filled' },
  in_stock: { tone: 'accent', shape: 'hollow' },
  shipped: { tone: 'warn', shape: 'hollow' },
  error: { tone: 'bad', shape: 'triangle' },
  dropped: { tone: 'neutral', shape: 'dashed' },
} as const satisfies Record<ImportVerdict, Look>

const RESULTS = {
  imported: { tone: 'ok', shape: 'filled' },
  repeated: { tone: 'accent', shape: 'hollow' },
  failed: { tone: 'bad', shape: 'triangle' },
  dropped: { tone: 'neutral', shape: 'dashed' },
} as const satisfies Record<ImportResult, Look>

/** Poll interval of a batch that waits or runs, ms. */
export const FOLLOW_MS = 1_000
export const isUnderWay = ({ state }: Pick<ImportBatch, 'state'>): boolean => state === 'queued' || state === 'running'
export const mayMove = (move: keyof typeof IMPORT_MOVES, { state }: Pick<ImportBatch, 'state'>): boolean =>
  IMPORT_MOVES[move].some((from) => from === state)

export function ImportStateMark({ state }: Pick<ImportBatch, 'state'>) {
  const t = useMessages('imports')
  return <StateChip {...STATES[state]}>{t(($) => $.states[state])}</StateChip>
}

/** How many lines of a running import are written. */
export function ImportProgress({ batch: { progress, total } }: { batch: ImportBatch }) {
  const t = useMessages('imports')
  const lang = useLanguage()
  return (
    <span className={css.progress}>
      <progress max={Math.max(1, total)} value={progress} aria-label={t(($) => $.progress, { progress, total })} />
      {formatNumber(total === 0 ? 0 : Math.floor((progress / total) * 100), 0, lang)} %
    </span>
  )
}

export function VerdictMark({ row }: { row: ImportRow }) {
  const t = useMessages('imports')
  const { verdict, agent_name } = row
  return (
    <StateChip {...VERDICTS[verdict]}>
      {verdict === 'shipped' && agent_name !== null
        ? t(($) => $.shipped_to, { agent: agent_name })
        : t(($) => $.verdicts[verdict])}
    </StateChip>
  )
}

export function ResultMark({ row: { result } }: { row: ImportRow }) {
  const t = useMessages('imports')
  return result !== null && <StateChip {...RESULTS[result]}>{t(($) => $.results[result])}</StateChip>
}

/** What is wrong with a line, and what should be known of it. */
export function ProblemMarks({ row: { problems } }: { row: ImportRow }) {
  const t = useMessages('imports')
  return (
    <span className={css.problems}>
      {problems.map((problem) => (
        <span key={problem} className={isImportError(problem) ? css.error : css.warning}>
          {t(($) => $.problems[problem])}
        </span>
      ))}
    </span>
  )
}
