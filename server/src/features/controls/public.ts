export { type Accepted, acceptControl, type Wish } from './accept.ts'
export { listControlStates } from './store.ts'
