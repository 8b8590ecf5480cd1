export { insertVersion, moveVersion } from './store.ts'
