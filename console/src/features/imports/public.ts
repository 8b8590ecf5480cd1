export { ImportHelp } from './import-help.tsx'
export { ImportOffer } from './import-offer.tsx'
export { LabelDialog } from './label-dialog.tsx'
