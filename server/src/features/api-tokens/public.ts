export { revokeTokensOf } from './store.ts'
