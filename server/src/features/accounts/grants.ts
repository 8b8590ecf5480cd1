import { Refusal } from '@heatfleet/contract/errors.ts'
import type { Kysely } from 'kysely'
import type { Caller } from '../../caller.ts'
import { EVERYTHING } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { findMisfit, findOverreach, type Grant } from './rules.ts'
import { countAccountsOf, findAgent, findGroup, findRole } from './store-grants.ts'

/** Who makes or changes an account: a person within his own reach, or the installation itself. */
export type Granter = Caller | 'system'

type Wanted = { role_id: number; resource_group_id: number; agent_id: number | null }

/**
 * Role, group and distributor by their numbers, if this person may give them together to one account: the only way by
 * which an account comes to its reach. `has_agent` = the account belongs to that distributor already, and counts in its
 * quota.
 */
export const readGrant = async (
  db: Kysely<Tables>,
  by: Granter,
  wanted: Wanted,
  has_agent: boolean,
): Promise<Grant> => {
  const role = await findRole(db, wanted.role_id)
  if (role === undefined) throw new Refusal('role_not_found', { field: 'role_id' })
  const group = await findGroup(db, wanted.resource_group_id)
  if (group === undefined) throw new Refusal('resource_group_not_found', { field: 'resource_group_id' })
  const scope = by === 'system' ? EVERYTHING : by.scopes.account
  const agent = wanted.agent_id === null ? null : await findAgent(db, scope, wanted.agent_id)
  if (agent === undefined) throw new Refusal('distributor_not_found', { field: 'agent_id' })
  const grant = { role, group, agent }
  const fault = (by === 'system' ? null : findOverreach(by, grant)) ?? findMisfit(grant)
  if (fault !== null) {
    const { code, ...detail } = fault
    throw new Refusal(code, detail)
  }
  if (agent !== null && agent.account_quota !== null && !has_agent)
    if ((await countAccountsOf(db, agent.agent_id)) >= agent.account_quota)
      throw new Refusal('account_quota_reached', { field: 'agent_id', details: { quota: agent.account_quota } })
  return grant
}
