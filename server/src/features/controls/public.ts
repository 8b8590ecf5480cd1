export { type Accepted, acceptControl, type RequestedValue as Wish } from './accept-control.ts'
export { listControlStates } from './store.ts'
