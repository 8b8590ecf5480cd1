import type { Device } from '@heatfleet/contract/devices/devices.ts'
import type { Definition, Readings } from '../points/readings.ts'

/** A device whose history is shown. */
export type CurveDevice = {
  device: Pick<Device, 'mac' | 'device_name' | 'product_key' | 'last_alarm_time'>
  /** Null while the definition of the product is on its way. */
  definition: Definition | null
  /** Curves of the product that are drawn before anybody chose; empty = the usual ones. */
  default_curves: readonly string[]
  /** Present values, to be drawn at the end of a period that ends now; empty where nobody watches. */
  readings: Readings
  /** Device time of the newest value, unix ms; null = never reported. */
  reported_at: number | null
}

/** Another device beside it. */
export type OtherDevice = Pick<Device, 'mac' | 'device_name'>
