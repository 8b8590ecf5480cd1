export { listNotificationTargets, type NotificationTarget } from './store.ts'
