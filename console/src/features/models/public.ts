/** Used by other features: the model of one device, with its evidence and history. */
export { UnitModel } from './unit-model.tsx'
