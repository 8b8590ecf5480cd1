import type { Device } from '@heatfleet/contract/devices/devices.ts'
import type { DeviceRow } from './store-rows.ts'

/** A row of the database as the list shows it, to work with; what is only sent on stays the text it is. */
export const toDevice = ({ written }: Pick<DeviceRow, 'written'>): Device =>
  // Its fields are those of `WRITTEN` (store-rows.ts); tests hold every answer against the schema.
  JSON.parse(written) as Device
