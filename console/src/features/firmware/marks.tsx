import type { Upgrade } from '@heatfleet/contract/firmware/firmware.ts'
import { isUpgradeOver, type UpgradeState } from '@heatfleet/contract/transitions.ts'
import { useMessages } from '../../messages/messages.ts'
import { type Shape, StateChip, type Tone } from '../../ui/status.tsx'

const STATES = {
  waiting: { tone: 'neutral', shape: 'hollow' },
  announced: { tone: 'accent', shape: 'hollow' },
  accepted: { tone: 'accent', shape: 'hollow' },
  downloading: { tone: 'accent', shape: 'turning' },
  verifying: { tone: 'accent', shape: 'turning' },
  restarting: { tone: 'accent', shape: 'turning' },
  success: { tone: 'ok', shape: 'filled' },
  comm_exception: { tone: 'warn', shape: 'triangle' },
  check_error: { tone: 'bad', shape: 'triangle' },
  rejected: { tone: 'bad', shape: 'hollow' },
  cancelled: { tone: 'neutral', shape: 'dashed' },
} as const satisfies Record<UpgradeState, { tone: Tone; shape: Shape }>

/** Moves are pushed; without a connection an upgrade under way is polled at this interval, ms. */
export const FOLLOW_MS = 15_000

/** The state of one upgrade; of a download how much of it is there. */
export function UpgradeMark({ upgrade: { state, percent } }: { upgrade: Pick<Upgrade, 'state' | 'percent'> }) {
  const t = useMessages('firmware')
  return (
    <StateChip {...STATES[state]}>
      {t(($) => $.states[state])}
      {state === 'downloading' && ` ${percent} %`}
    </StateChip>
  )
}

export const isUnderWay = ({ state }: Pick<Upgrade, 'state'>): boolean => !isUpgradeOver(state)

/** Whether units may get a firmware. */
export function EnabledMark({ enabled }: { enabled: boolean }) {
  const t = useMessages('firmware')
  return (
    <StateChip tone={enabled ? 'ok' : 'neutral'} shape={enabled ? 'filled' : 'dashed'}>
      {t(($) => $.enabled[enabled ? 'true' : 'false'])}
    </StateChip>
  )
}
