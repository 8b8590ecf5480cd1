export { listGroupNames } from './store.ts'
