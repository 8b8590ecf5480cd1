export { type Accepted, acceptControl, type RequestedValue } from './accept-control.ts'
export { listControlStates } from './store.ts'
