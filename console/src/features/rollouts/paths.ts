import type { DeviceFilter } from '@heatfleet/contract/devices/devices.ts'

export const ROLLOUT_LIST = '/device/rollout-list'
export const rolloutPath = (rollout_id: number): string => `/device/rollout-detail/${rollout_id}`
export const NEW_ROLLOUT = '/device/rollout-create'
export const devicePath = (mac: string): string => `/device/device-detail/${mac}`

/** What another screen hands to the wizard, in the state of the navigation: it survives a reload. */
export type WizardStart = {
  product_key?: string
  /** Units that were ticked, or the filter of the list they stand in. */
  macs?: readonly string[]
  filter?: Partial<DeviceFilter>
  /** English name of a template of the product. */
  template?: string
}
