export { readFirstRun } from './state.ts'
export { beginFirstRun } from './store.ts'
