import type { UpdateType } from '@heatfleet/contract/app-versions/app-versions.ts'
import type { AppVersionState } from '@heatfleet/contract/transitions.ts'
import { useMessages } from '../../messages/messages.ts'
import { type Shape, StateChip, type Tone } from '../../ui/status.tsx'

const STATES = {
  draft: { tone: 'neutral', shape: 'dashed' },
  scheduled: { tone: 'accent', shape: 'dashed' },
  released: { tone: 'ok', shape: 'filled' },
  paused: { tone: 'warn', shape: 'hollow' },
  withdrawn: { tone: 'neutral', shape: 'hollow' },
} as const satisfies Record<AppVersionState, { tone: Tone; shape: Shape }>

export function VersionState({ state }: { state: AppVersionState }) {
  const t = useMessages('app-versions')
  return <StateChip {...STATES[state]}>{t(($) => $.states[state])}</StateChip>
}

const TYPES = { silent: 'neutral', optional: 'accent', forced: 'bad' } as const satisfies Record<UpdateType, Tone>

/** How apps announce the update. */
export function UpdateTypeMark({ type }: { type: UpdateType }) {
  const t = useMessages('app-versions')
  return <StateChip tone={TYPES[type]}>{t(($) => $.types[type])}</StateChip>
}
