export { listNotificationTargets } from './store.ts'
