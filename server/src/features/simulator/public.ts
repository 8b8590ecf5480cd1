export { hasSimulatedUnit } from './store.ts'
