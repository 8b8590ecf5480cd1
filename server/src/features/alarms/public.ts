export { listChangedAlarms } from './store.ts'
