import { lazy } from 'react'

/** Used by other features. */
export { ImportHelp } from './import-help.tsx'
export { ImportOffer } from './import-offer.tsx'
/** Fetched when the first label is printed: the device list, which offers it, opens without it. */
export const LabelDialog = lazy(async () => ({ default: (await import('./label-dialog.tsx')).LabelDialog }))
