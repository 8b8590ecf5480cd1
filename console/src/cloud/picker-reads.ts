import { api } from '@heatfleet/contract/api.ts'
import { useRead } from './call.ts'

/** How long the names that a picker offers are good without a new request, ms. */
export const PICKER_STALE_MS = 60_000
const FOR_PICKERS = { staleTime: PICKER_STALE_MS }

/** Products, distributors, device groups and tags in scope, as pickers and filters offer them. */
export const useProducts = () => useRead(api.menuProducts, undefined, FOR_PICKERS)
export const useDistributorNames = () => useRead(api.menuAgents, undefined, FOR_PICKERS)
export const useDeviceGroupNames = () => useRead(api.deviceGroupNames, undefined, FOR_PICKERS)
export const useDeviceTagNames = () => useRead(api.deviceTagNames, undefined, FOR_PICKERS)
