export { listPolicyNotices } from './store-notices.ts'
