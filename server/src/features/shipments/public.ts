export { recall, type Shipper, ship } from './ship.ts'
export { confirmUnits, countBelow, findReceiver } from './store.ts'
