import type { Device } from '@heatfleet/contract/devices/devices.ts'
import type { Definition, Readings } from '../points/readings.ts'

export type CurveDevice = {
  device: Pick<Device, 'mac' | 'device_name' | 'product_key' | 'last_alarm_time'>
  /** Null while the product definition loads. */
  definition: Definition | null
  /** The product's default curves; empty = the general ones. */
  default_curves: readonly string[]
  /** Current values, appended to a period that ends now; empty without a subscription. */
  readings: Readings
  /** Device time of the latest value, unix ms; null = never reported. */
  reported_at: number | null
}

/** Another device in the same chart. */
export type OtherDevice = Pick<Device, 'mac' | 'device_name'>
