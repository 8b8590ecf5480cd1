import type { FleetEvent } from '@heatfleet/contract/dashboard/dashboard.ts'
import { useMessages } from '../../../messages/messages.ts'

/** What happened, by shape and word: codes of a fault, the type of any other alarm, a lost connection. */
export const useEventText = (): ((event: Pick<FleetEvent, 'kind' | 'type' | 'codes'>) => string) => {
  const t = useMessages('dashboard')
  const of_alarms = useMessages('alarms')
  return ({ kind, type, codes }) => {
    if (kind === 'offline') return `○ ${t(($) => $.status.offline)}`
    const text = codes.length > 0 || type === null ? codes.join(', ') : of_alarms(($) => $.types[type])
    return `▲ ${text}`
  }
}
