import type { DeviceDetail } from '@heatfleet/contract/devices/devices.ts'

/** Alerts in order of severity, worst first. */
export type Condition =
  | { kind: 'offline'; since: string | null; has_reported: boolean }
  | { kind: 'alarm' }
  | {
      kind:
        | 'never'
        | 'bus_lost'
        | 'unrecognized'
        | 'identifying'
        | 'no_points'
        | 'no_tags'
        | 'parsing_failed'
        | 'disconnected'
    }

type Tone = 'bad' | 'warn' | 'neutral'

/** Tone of each condition; an alarm has the tone of its fault. */
export const CONDITION_TONE = {
  bus_lost: 'bad',
  offline: 'warn',
  unrecognized: 'warn',
  no_points: 'warn',
  parsing_failed: 'warn',
  disconnected: 'warn',
  no_tags: 'neutral',
  never: 'neutral',
  identifying: 'neutral',
} as const satisfies Record<Exclude<Condition['kind'], 'alarm'>, Tone>

type DeviceStatus = Pick<
  DeviceDetail,
  'online_status' | 'bus_status' | 'vcard_pk' | 'last_offline_time' | 'parsing_failed'
> & {
  alarm_keys: readonly string[]
  /** Null while the definition loads. */
  point_count: number | null
  /** Whether the drawing has any value to show. */
  is_drawn: boolean
  connected: boolean
  /** Whether there are values to show. */
  has_reported: boolean
}

/** The conditions of a device that are shown as alerts. */
export const conditionsOf = (status: DeviceStatus): Condition[] => {
  const conditions: Condition[] = []
  if (status.alarm_keys.length > 0) conditions.push({ kind: 'alarm' })
  if (status.online_status === 'offline')
    conditions.push({ kind: 'offline', since: status.last_offline_time, has_reported: status.has_reported })
  if (status.online_status === 'never') conditions.push({ kind: 'never' })
  if (status.online_status === 'online' && status.bus_status === 'lost') conditions.push({ kind: 'bus_lost' })
  if (status.vcard_pk === 'unrecognized') conditions.push({ kind: 'unrecognized' })
  if (status.vcard_pk === 'identifying') conditions.push({ kind: 'identifying' })
  if (status.point_count === 0) conditions.push({ kind: 'no_points' })
  else if (status.point_count !== null && !status.is_drawn) conditions.push({ kind: 'no_tags' })
  if (status.point_count !== 0 && status.parsing_failed) conditions.push({ kind: 'parsing_failed' })
  if (!status.connected) conditions.push({ kind: 'disconnected' })
  return conditions
}
