export { listHalts } from './store-events.ts'
