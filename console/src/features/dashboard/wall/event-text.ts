import type { FleetEvent } from '@heatfleet/contract/dashboard/dashboard.ts'
import { useMessages } from '../../../messages/messages.ts'

/** What happened, by shape and word: codes of a fault, the type of any other alarm, a connection, a setting, an upgrade. */
export const useEventText = (): ((event: Pick<FleetEvent, 'kind' | 'type' | 'codes' | 'outcome'>) => string) => {
  const t = useMessages('dashboard')
  const of_alarms = useMessages('alarms')
  return ({ kind, type, codes, outcome }) => {
    const came = outcome ?? 'pending'
    if (kind === 'offline') return `○ ${t(($) => $.status.offline)}`
    if (kind === 'online') return `● ${t(($) => $.status.online)}`
    if (kind === 'control') return `◆ ${t(($) => $.wall.controls[came])}`
    if (kind === 'upgrade') return `■ ${t(($) => $.wall.upgrades[came], { version: codes.join() })}`
    const text = codes.length > 0 || type === null ? codes.join(', ') : of_alarms(($) => $.types[type])
    return `▲ ${text}`
  }
}
