/** Used by the shell and by other features. */
export { NotificationBell } from './notification-bell.tsx'
export { mayInterrupt } from './quiet-hours.ts'
