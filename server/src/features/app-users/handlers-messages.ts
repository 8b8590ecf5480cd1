import { Refusal } from '@heatfleet/contract/errors.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { scopesOf } from './scopes-of.ts'
import { findAppUser } from './store-list.ts'
import { insertMessage, listMessages, toMessage } from './store-messages.ts'

type Deps = Pick<AppContext, 'database' | 'clock'>

/** Messages of staff to app users. */
export const appUserMessageHandlers = ({ database: { db }, clock }: Deps) =>
  ({
    appUserMessages: async ({ params, query: { pageNo, size } }, { caller }) => {
      if ((await findAppUser(db, scopesOf(caller), params.id)) === null) throw new Refusal('app_user_not_found')
      const listQuery = { app_user_id: params.id, offset: (pageNo - 1) * size, limit: size }
      const { rows, total } = await listMessages(
        db,
        { users: caller.scopes.appuser, agents: caller.scopes.agent },
        listQuery,
      )
      const list = rows.map(({ user_name, ...row }) => ({ ...toMessage(row), user_name }))
      return { list, total, pageNo, size }
    },

    messageAppUser: async ({ params, body }, { caller, note }) => {
      const { uid, user_name, agent_id } = caller
      const person = await findAppUser(db, scopesOf(caller), params.id)
      if (person === null) throw new Refusal('app_user_not_found')
      if (person.erased_at !== null) throw new Refusal('app_user_erased')
      const sent_at = new Date(clock.now())
      const message = { app_user_id: params.id, ...body, sent_at }
      const message_id = await insertMessage(db, { ...message, by_uid: uid, agent_id })
      // Without the text: the audit entry outlives the personal data.
      note({ object: `app-user ${params.id}`, detail: { message_id } })
      return { ...toMessage({ message_id, ...body, sent_at, read_at: null }), user_name }
    },
  }) satisfies Pick<Handlers, 'appUserMessages' | 'messageAppUser'>
