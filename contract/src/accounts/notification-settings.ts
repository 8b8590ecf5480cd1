import { endpoints } from '../endpoint.ts'
import { DEFAULT_PREFERENCES, Preferences, PreferencesChange } from '../preferences.ts'
import { ByUid } from './accounts.ts'

/** Notification preferences and quiet hours of an account. */
export const NotificationSettings = Preferences.pick({ notifications: true, quiet_hours: true })
export type NotificationSettings = Pick<Preferences, 'notifications' | 'quiet_hours'>

/** Some of them. */
export const NotificationChange = PreferencesChange.pick({ notifications: true, quiet_hours: true })
export type NotificationChange = Pick<PreferencesChange, 'notifications' | 'quiet_hours'>

const { notifications, quiet_hours } = DEFAULT_PREFERENCES
const example: NotificationSettings = { notifications, quiet_hours }

/** Notification settings of another account (product 3.30); one's own are in the personal centre. */
export const accountNotifications = endpoints({
  accountNotifications: {
    method: 'GET',
    path: '/account/:id/notifications',
    kind: 'read',
    of: 'account',
    needs: 'account:view',
    about: 'account',
    params: ByUid,
    result: NotificationSettings,
    fails: ['user_not_exist'],
    says: 'What an account is told of and when its console is quiet.',
    example,
  },
  accountEditNotifications: {
    method: 'PUT',
    path: '/account/:id/notifications',
    kind: 'change',
    of: 'account',
    needs: 'account:edit',
    about: 'account',
    params: ByUid,
    body: NotificationChange,
    result: NotificationSettings,
    fails: ['user_not_exist', 'account_above_own'],
    says: 'Changes what an account is told of, for its owner; what is left out stays. Taken up at its next log-in.',
    example,
  },
})
