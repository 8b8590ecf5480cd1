export { acceptControl, type Origin, type RequestedValue } from './accept-control.ts'
export { listControlStates } from './store.ts'
