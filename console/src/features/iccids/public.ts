/** Used by other features: the SIM card of a device as a chip. */
export { DeviceSimChip } from './device-chip.tsx'
export { useDeviceCard } from './use-device-card.ts'
