export { DeviceUpgrade } from './device-upgrade.tsx'
export { UpgradeMark } from './marks.tsx'
export { firmwareOf, newCampaign } from './paths.ts'
export { upgradeReason } from './reason-text.ts'
