import type { NotificationSettings } from '@heatfleet/contract/accounts/notification-settings.ts'
import { type Preferences, preferencesOf } from '@heatfleet/contract/preferences.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import { readProfile, updatePreferences } from '../session/public.ts'
import { readAccount, readChangeable } from './change.ts'

/** Notification settings of other accounts: read with `account:view`, changed with `account:edit`. */
export const accountNotificationHandlers = ({ database: { db }, clock }: Pick<AppContext, 'database' | 'clock'>) => {
  const now = () => new Date(clock.now())
  const read = async (uid: number): Promise<NotificationSettings> =>
    settingsOf(preferencesOf((await readProfile(db, uid)).preferences))

  return {
    accountNotifications: async ({ params: { id } }, { caller }) => {
      await readAccount(db, caller, id, now())
      return read(id)
    },

    accountEditNotifications: async ({ params: { id }, body }, { caller, note }) => {
      note({ object: `account ${id}` })
      const { user_name } = await readChangeable(db, caller, id, now())
      const before = await read(id)
      await updatePreferences(db, id, body)
      const after = await read(id)
      note({ detail: { user_name, ...changedFields(before, after) } })
      return after
    },
  } satisfies Pick<Handlers, 'accountNotifications' | 'accountEditNotifications'>
}

const settingsOf = ({ notifications, quiet_hours }: Preferences): NotificationSettings => ({
  notifications,
  quiet_hours,
})
