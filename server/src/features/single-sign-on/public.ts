export { deleteIdentitiesOf, deleteIdentity, listIdentities } from './store.ts'
