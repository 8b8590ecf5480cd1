import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { readAgent } from './draft.ts'
import { insertNotice } from './store-notices.ts'

/** Messages to the accounts of a distributor; shown by their inbox (features/notifications). */
export const agentNoticeHandlers = ({ database: { db }, clock }: Pick<AppContext, 'database' | 'clock'>) =>
  ({
    notifyAgent: async ({ params: { id }, body }, { caller, note }) => {
      note({ object: `distributor ${id}`, detail: { title: body.title } })
      await readAgent(db, caller.scopes.agent, id)
      await insertNotice(db, { agent_id: id, ...body, sent_at: new Date(clock.now()), by_uid: caller.uid })
      return null
    },
  }) satisfies Pick<Handlers, 'notifyAgent'>
