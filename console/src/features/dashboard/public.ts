export { type DeviceListFilters, deviceListPath, devicePath, importDays } from './fleet-part.ts'
