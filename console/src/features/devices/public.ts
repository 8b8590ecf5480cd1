export { detailPath } from './detail-path.ts'
/** Used by other features: the keyword field of lists of devices. */
export { isComplete, keywordBody, keywordField, keywordParam } from './keyword-field.tsx'
export { type UnitAction, UnitDialog, useUnitItems } from './unit-items.tsx'
