/** Used by other features: the SIM card of a device as a chip. */
export { DeviceSimChip } from './device-chip.tsx'
