export { listNotificationTargets as listNews, type NotificationTarget as News } from './store.ts'
