export { type Accepted, acceptControl, type Wish } from './accept-control.ts'
export { listControlStates } from './store.ts'
