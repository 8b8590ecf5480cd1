import { Refusal } from '@heatfleet/contract/errors.ts'
import type { AppContext } from '../../app-context.ts'
import type { Changes } from '../../changes.ts'
import type { Handlers } from '../../handler.ts'
import { listInbox, saveRead, toMessage } from '../app-users/public.ts'
import { appAccountHandlers } from './account-handlers.ts'
import { appDeviceHandlers } from './device-handlers.ts'
import { appOrderHandlers } from './order-handlers.ts'
import { appPushHandlers } from './push-handlers.ts'
import { appUpgradeHandlers } from './upgrade-handlers.ts'

/** The inbox of an app user. */
const appMessageHandlers = ({ database: { db }, clock }: Pick<AppContext, 'database' | 'clock'>) =>
  ({
    appMessages: async ({ query: { pageNo, size } }, { caller }) => {
      const listQuery = { offset: (pageNo - 1) * size, limit: size }
      const { rows, total, unread } = await listInbox(db, caller.app_user_id, listQuery)
      return { list: rows.map(toMessage), total, unread, pageNo, size }
    },

    appReadMessage: async ({ params: { message_id } }, { caller, note }) => {
      note({ object: `app-user ${caller.app_user_id}`, detail: { message_id } })
      const row = await saveRead(db, caller.app_user_id, message_id, new Date(clock.now()))
      if (row === undefined) throw new Refusal('not_found')
      return toMessage(row)
    },
  }) satisfies Pick<Handlers, 'appMessages' | 'appReadMessage'>

/** Handlers of the app API: own account, own devices, inbox and push tokens. */
export const appApiHandlers = (
  deps: Pick<AppContext, 'database' | 'clock' | 'config' | 'secret_key'> & { changes: Changes },
) => ({
  ...appAccountHandlers(deps),
  ...appDeviceHandlers(deps),
  ...appMessageHandlers(deps),
  ...appPushHandlers(deps),
  ...appOrderHandlers(deps),
  ...appUpgradeHandlers(deps),
})
