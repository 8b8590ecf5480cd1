/** What the shell and other features use of the notifications. */
export { NotificationBell } from './notification-bell.tsx'
export { mayInterrupt } from './quiet-hours.ts'
