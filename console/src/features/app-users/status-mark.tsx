import type { AppUser } from '@heatfleet/contract/app-users/app-users.ts'
import { useMessages } from '../../messages/messages.ts'
import { type Shape, StateChip, type Tone } from '../../ui/status.tsx'

const STATUS_MARKS = {
  active: { tone: 'ok', shape: 'filled' },
  disabled: { tone: 'bad', shape: 'hollow' },
  erased: { tone: 'neutral', shape: 'dashed' },
} as const satisfies Record<AppUser['status'], { tone: Tone; shape: Shape }>

export function StatusMark({ status }: { status: AppUser['status'] }) {
  const t = useMessages('app-users')
  return <StateChip {...STATUS_MARKS[status]}>{t(($) => $.status[status])}</StateChip>
}
