export { DeviceAlarms } from './device-alarms.tsx'
