import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { ModelActionKind } from '@heatfleet/contract/models/actions.ts'
import type { ModelAction } from '@heatfleet/contract/models/models.ts'
import { type ModelActionState, OPEN_MODEL_STATES } from '@heatfleet/contract/transitions.ts'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../ui/clock.ts'
import { type Shape, StateChip, type Tone } from '../../ui/status.tsx'
import css from './models.module.css'

const LOOKS = {
  queued: { tone: 'neutral', shape: 'hollow' },
  sent: { tone: 'accent', shape: 'turning' },
  effective: { tone: 'ok', shape: 'filled' },
  recognized: { tone: 'ok', shape: 'filled' },
  unrecognized: { tone: 'warn', shape: 'triangle' },
  failed: { tone: 'bad', shape: 'triangle' },
  stopped: { tone: 'neutral', shape: 'dashed' },
} as const satisfies Record<ModelActionState, { tone: Tone; shape: Shape }>

/** How long an action may take once it was sent (spec 9), ms. */
const LIMIT_MS = { set: LIMITS.model_set_ms, detect: LIMITS.model_detect_ms } as const satisfies Record<
  ModelActionKind,
  number
>

/** Whether an action has not ended. */
export const isOpen = ({ state }: Pick<ModelAction, 'state'>): boolean =>
  OPEN_MODEL_STATES.some((open) => open === state)

/** Result of an action, or where it stands; why on hover. */
function ActionMark({ action: { kind, state, reason } }: { action: ModelAction }) {
  const t = useMessages('models')
  return (
    <StateChip {...LOOKS[state]} {...(reason === null ? {} : { title: t(($) => $.reasons[reason]) })}>
      {state === 'sent' && kind === 'detect' ? t(($) => $.identifying) : t(($) => $.states[state])}
    </StateChip>
  )
}

/** The running clock of an open action: seconds since it was sent, of those it may take. */
function ActionClock({ action: { kind, state, sent_at } }: { action: ModelAction }) {
  const t = useMessages('models')
  const now = useNow()
  if (state === 'queued' || sent_at === null) return <span className={css.weak}>{t(($) => $.waiting)}</span>
  const limit_ms = LIMIT_MS[kind]
  // The clocks of server and browser may differ.
  const gone_ms = Math.min(limit_ms, Math.max(0, now - Date.parse(sent_at)))
  const text = t(($) => $.clock, { seconds: Math.floor(gone_ms / 1_000), limit: limit_ms / 1_000 })
  return (
    <span className={css.clock}>
      <progress max={limit_ms} value={gone_ms} aria-label={text} />
      {text}
    </span>
  )
}

/** An action's result with its clock while it is open. */
export function ActionProgress({ action }: { action: ModelAction }) {
  return (
    <span className={css.progress}>
      <ActionMark action={action} />
      {isOpen(action) && <ActionClock action={action} />}
    </span>
  )
}
