import type { DeviceDetail } from '@heatfleet/contract/devices/devices.ts'

/** What is to be told above everything else, worst first. */
export type Condition =
  | { kind: 'offline'; since: string | null }
  | { kind: 'alarm' }
  | { kind: 'never' | 'bus_lost' | 'unrecognized' | 'identifying' | 'no_points' | 'parsing_failed' | 'disconnected' }

export type Tone = 'bad' | 'warn' | 'neutral'

/** How loud each condition is; of an alarm each fault says so itself. */
export const CONDITION_TONE = {
  bus_lost: 'bad',
  offline: 'warn',
  unrecognized: 'warn',
  no_points: 'warn',
  parsing_failed: 'warn',
  disconnected: 'warn',
  never: 'neutral',
  identifying: 'neutral',
} as const satisfies Record<Exclude<Condition['kind'], 'alarm'>, Tone>

type Known = Pick<
  DeviceDetail,
  'online_status' | 'bus_status' | 'vcard_pk' | 'last_offline_time' | 'parsing_failed'
> & {
  alarm_keys: readonly string[]
  /** Null while the definition is on its way. */
  point_count: number | null
  connected: boolean
}

/** The conditions of a device that a person should know before reading on. */
export const conditionsOf = (known: Known): Condition[] => {
  const conditions: Condition[] = []
  if (known.alarm_keys.length > 0) conditions.push({ kind: 'alarm' })
  if (known.online_status === 'offline') conditions.push({ kind: 'offline', since: known.last_offline_time })
  if (known.online_status === 'never') conditions.push({ kind: 'never' })
  if (known.online_status === 'online' && known.bus_status === 'lost') conditions.push({ kind: 'bus_lost' })
  if (known.vcard_pk === 'unrecognized') conditions.push({ kind: 'unrecognized' })
  if (known.vcard_pk === 'identifying') conditions.push({ kind: 'identifying' })
  if (known.point_count === 0) conditions.push({ kind: 'no_points' })
  else if (known.parsing_failed) conditions.push({ kind: 'parsing_failed' })
  if (!known.connected) conditions.push({ kind: 'disconnected' })
  return conditions
}
