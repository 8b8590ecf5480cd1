export { recall, type Shipper, ship } from './ship.ts'
export { confirmUnits } from './store.ts'
