export { DeviceUpgrade } from './device-upgrade.tsx'
export { UpgradeMark } from './marks.tsx'
export { ProductFirmware } from './product-firmware.tsx'
export { upgradeReason } from './reason-text.ts'
