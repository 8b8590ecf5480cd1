export { deleteIdentity, listIdentities } from './store.ts'
