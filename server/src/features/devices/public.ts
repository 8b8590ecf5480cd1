export { latestValues } from './latest.ts'
export { layoutIdOf } from './present.ts'
export { type DeviceKey, type DeviceRow, findDevice, listDeviceKeys } from './store.ts'
