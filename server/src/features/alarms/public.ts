export { listChangedAlarms } from './store.ts'
export { codeKey, listCodeNames } from './store-list.ts'
