import { Refusal } from '@heatfleet/contract/errors.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { listInbox, saveRead, toMessage } from '../app-users/public.ts'

/** The inbox of a person of the app. */
export const appMessageHandlers = ({ database: { db }, clock }: Pick<AppContext, 'database' | 'clock'>) =>
  ({
    appMessages: async ({ query: { pageNo, size } }, { caller }) => {
      const ask = { offset: (pageNo - 1) * size, limit: size }
      const { rows, total, unread } = await listInbox(db, caller.app_user_id, ask)
      return { list: rows.map(toMessage), total, unread, pageNo, size }
    },

    appReadMessage: async ({ params: { message_id } }, { caller, note }) => {
      note({ object: `app-user ${caller.app_user_id}`, detail: { message_id } })
      const row = await saveRead(db, caller.app_user_id, message_id, new Date(clock.now()))
      if (row === undefined) throw new Refusal('not_found')
      return toMessage(row)
    },
  }) satisfies Pick<Handlers, 'appMessages' | 'appReadMessage'>
