import type { Device } from '@heatfleet/contract/devices/devices.ts'
import type { DeviceRow } from './store-rows.ts'

/** Parses the JSON of a device row for processing; rows that are only returned stay text. */
export const toDevice = ({ written }: Pick<DeviceRow, 'written'>): Device =>
  // The fields are those of `WRITTEN` (store-rows.ts); tests validate every response against the schema.
  JSON.parse(written) as Device
