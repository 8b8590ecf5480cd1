const FIRMWARE_LIST = '/device/ota'
const UPGRADE_LIST = '/device/ota-list'
/** Firmware of one product. */
export const firmwareOf = (product_key: string): string =>
  `${FIRMWARE_LIST}?${new URLSearchParams({ product_key }).toString()}`
/** Upgrades to one firmware. */
export const upgradesTo = (firmware_id: number): string => `${UPGRADE_LIST}?firmware_id=${firmware_id}`
/** A new campaign of a firmware. */
export const newCampaign = (firmware_id: number): string => `${UPGRADE_LIST}?campaign=${firmware_id}`
export const campaignPath = (rollout_id: number): string => `/device/rollout-detail/${rollout_id}`
/** Upgrades of one unit, on its page. */
export const unitUpgrades = (mac: string): string => `/device/device-detail/${mac}?tab=upgrade`
