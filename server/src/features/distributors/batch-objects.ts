import type { AppContext } from '../../app-context.ts'
import type { BatchObjects } from '../batches/public.ts'
import { listNamed } from './store.ts'
import { listAgents } from './store-list.ts'

/** The distributors a bulk action applies to. */
export const agentObjects = ({ database }: Pick<AppContext, 'database'>) =>
  ({
    listNames: async (caller, ids) =>
      new Map(
        (await listNamed(database.db, caller.scopes.agent, ids)).map(({ agent_id, agent_name }) => [
          agent_id,
          agent_name,
        ]),
      ),
    listMatching: async (caller, filter, limit) => {
      const { rows } = await listAgents(database, { agent: caller.scopes.agent, device: caller.scope }, filter, {
        offset: 0,
        limit,
      })
      return rows.map(({ agent_id, agent_name }) => ({ id: agent_id, name: agent_name }))
    },
  }) satisfies BatchObjects<'agent'>
