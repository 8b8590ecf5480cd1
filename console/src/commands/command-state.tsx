import type { ControlState } from '@heatfleet/contract/transitions.ts'
import { useMessages } from '../messages/messages.ts'
import { StateChip } from '../ui/status.tsx'

const STATE_MARKS = {
  queued: { tone: 'neutral', shape: 'turning' },
  sent: { tone: 'accent', shape: 'turning' },
  acked: { tone: 'accent', shape: 'filled' },
  verified: { tone: 'ok', shape: 'filled' },
  mismatch: { tone: 'warn', shape: 'triangle' },
  failed: { tone: 'bad', shape: 'triangle' },
  expired: { tone: 'warn', shape: 'hollow' },
  refused: { tone: 'bad', shape: 'triangle' },
} as const satisfies Record<ControlState | 'refused', { tone: string; shape: string }>

/** State of one point of a command. */
export const CommandState = ({ state }: { state: ControlState | 'refused' }) => {
  const t = useMessages('controls')
  return <StateChip {...STATE_MARKS[state]}>{t(($) => $.states[state])}</StateChip>
}
