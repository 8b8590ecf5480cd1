import type { Device } from '@heatfleet/contract/devices.ts'
import type { Layout } from '../products/public.ts'
import { latestValueOf } from './latest.ts'
import type { DeviceRow } from './store-rows.ts'

/** Flow water temperature of every product of ours (semantic key of the built-in product). */
const FLOW_KEY = 't_out'

/** A row of the database as the list shows it, in JSON: what the database wrote, and what only its version can tell. */
export const writeDevice = ({ written, latest_blocks }: DeviceRow, layout: Layout | null): string => {
  const flow_c = layout === null ? null : latestValueOf(layout, latest_blocks, FLOW_KEY)
  return `${written.slice(0, -1)},"flow_c":${JSON.stringify(flow_c)}}`
}

/** The same to work with. */
export const toDevice = (row: DeviceRow, layout: Layout | null): Device =>
  // Its fields are those of `WRITTEN` (store-rows.ts); tests hold every answer against the schema.
  JSON.parse(writeDevice(row, layout)) as Device
