import { Refusal } from '@heatfleet/contract/errors.ts'
import type { AppContext } from '../../app-context.ts'
import type { Changes } from '../../changes.ts'
import type { Handlers } from '../../handler.ts'
import { endSessions, listLogIns, listSessionsOf } from './sessions-of.ts'

type Deps = Pick<AppContext, 'database' | 'clock'> & { changes: Changes }

/** The own sessions and log-ins, in the personal centre. */
export const ownSessionHandlers = (deps: Deps) =>
  ({
    ownSessions: async (_, { caller }) => listSessionsOf(deps, caller.uid, caller.session_hash),

    endOwnSession: async ({ body: { session_id } }, { caller, note }) => {
      note({ object: `account ${caller.uid}` })
      if ((await endSessions(deps, caller.uid, { session_id })) === 0)
        throw new Refusal('not_found', { field: 'session_id' })
      return null
    },

    endOtherSessions: async (_, { caller, note }) => {
      const ended = await endSessions(deps, caller.uid, { keep: caller.session_hash })
      note({ object: `account ${caller.uid}`, detail: { ended } })
      return { ended }
    },

    ownLogIns: async ({ query }, { caller }) => listLogIns(deps.database.db, caller.uid, query),
  }) satisfies Pick<Handlers, 'ownSessions' | 'endOwnSession' | 'endOtherSessions' | 'ownLogIns'>
