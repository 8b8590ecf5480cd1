import type { DeviceLogType } from '@heatfleet/contract/device-log/device-log.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'

/** The right beside `log:view` that entries of a type need. Of ownership some kinds need one: {@link EVENT_RIGHTS}. */
export const TYPE_RIGHTS: Partial<Record<DeviceLogType, Permission>> = {
  command: 'controllog:view',
  model: 'model:view',
  sim: 'iccid:view',
  upgrade: 'ota:view',
}

/** Kinds in `device_events` by type; the bus has one kind for both directions. */
export const EVENT_KINDS: Partial<Record<DeviceLogType, readonly string[]>> = {
  connection: ['online', 'offline', 'cloned'],
  bus: ['485'],
  alarm: ['alarm'],
  module: ['boot', 'clock', 'local', 'recog', 'fault'],
}
