import { useDeviceGroupNames } from './picker-reads.ts'

/** Groups of devices that one sees, for filters. */
export const useDeviceGroupChoices = () => useDeviceGroupNames().data ?? []
