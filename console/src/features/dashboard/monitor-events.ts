import type { ServerMessageOf } from '@heatfleet/contract/push.ts'

type Push = ServerMessageOf<'PushDeviceAttrStatus'>
/** What the wall knows of a unit between two pushes. */
export type SeenStatus = Pick<Push, 'online_status' | 'bus_status' | 'alarm_keys'>

export type MonitorEvent = {
  id: number
  mac: string
  /** When it arrived, unix ms of this computer. */
  at: number
  kind: 'alarm' | 'cleared' | 'online' | 'offline' | 'bus_lost' | 'bus_ok'
  /** Codes that were raised or went. */
  codes: readonly string[]
}

/** Events kept: what a person scrolls back through. */
export const EVENTS_MAX = 100

/** What changed of a unit; the first status of a unit is no event. Pure. */
export const eventsOf = (before: SeenStatus | undefined, push: SeenStatus): Pick<MonitorEvent, 'kind' | 'codes'>[] => {
  if (before === undefined) return []
  const raised = push.alarm_keys.filter((code) => !before.alarm_keys.includes(code))
  const cleared = before.alarm_keys.filter((code) => !push.alarm_keys.includes(code))
  const events: Pick<MonitorEvent, 'kind' | 'codes'>[] = []
  if (raised.length > 0) events.push({ kind: 'alarm', codes: raised })
  if (cleared.length > 0) events.push({ kind: 'cleared', codes: cleared })
  if (before.online_status !== push.online_status)
    events.push({ kind: push.online_status === 'online' ? 'online' : 'offline', codes: [] })
  if (before.bus_status !== push.bus_status && push.bus_status !== 'unknown')
    events.push({ kind: push.bus_status === 'lost' ? 'bus_lost' : 'bus_ok', codes: [] })
  return events
}
