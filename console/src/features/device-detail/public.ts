/** Used by other features. */
export { UnitGlance } from './overview/unit-glance.tsx'
