import type { AccountState } from '@heatfleet/contract/accounts/row.ts'
import { useMessages } from '../../messages/messages.ts'
import { type Shape, StateChip, type Tone } from '../../ui/status.tsx'

const STATE_MARKS = {
  enabled: { tone: 'ok', shape: 'filled' },
  disabled: { tone: 'neutral', shape: 'hollow' },
  distributor_disabled: { tone: 'neutral', shape: 'dashed' },
  expired: { tone: 'warn', shape: 'hollow' },
  locked: { tone: 'bad', shape: 'filled' },
} as const satisfies Record<AccountState, { tone: Tone; shape: Shape }>

/** Whether the account can log in, and why not. */
export function StateMark({ state }: { state: AccountState }) {
  const t = useMessages('accounts')
  return <StateChip {...STATE_MARKS[state]}>{t(($) => $.states[state])}</StateChip>
}
