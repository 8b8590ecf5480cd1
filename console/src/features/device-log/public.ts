export { UnitLog } from './unit-log.tsx'
