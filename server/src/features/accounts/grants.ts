import { Refusal } from '@heatfleet/contract/errors.ts'
import type { Kysely } from 'kysely'
import { type Caller, organisationScope } from '../../caller.ts'
import { EVERYTHING } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { findExcessiveGrant, findMismatch, type Grant } from './rules.ts'
import { countAccountsOf, findAgent, findGroup, findRole } from './store-grants.ts'

/** Creates or changes an account: a caller within their own permissions, or the installation itself. */
export type Granter = Caller | 'system'

type RequestedGrant = { role_id: number; resource_group_id: number; agent_id: number | null }

/**
 * Reads role, group and distributor by id and checks that the granter may grant them together: the only way an account
 * gets its permissions and scope. `has_agent` = the account belongs to that distributor already, and counts in its
 * quota.
 */
export const readGrant = async (
  db: Kysely<Tables>,
  by: Granter,
  requested: RequestedGrant,
  has_agent: boolean,
): Promise<Grant> => {
  const organisations = by === 'system' ? EVERYTHING : organisationScope(by)
  const role = await findRole(db, organisations, requested.role_id)
  if (role === undefined) throw new Refusal('role_not_found', { field: 'role_id' })
  const group = await findGroup(db, organisations, requested.resource_group_id)
  if (group === undefined) throw new Refusal('resource_group_not_found', { field: 'resource_group_id' })
  const scope = by === 'system' ? EVERYTHING : by.scopes.account
  const agent = requested.agent_id === null ? null : await findAgent(db, scope, requested.agent_id)
  if (agent === undefined) throw new Refusal('distributor_not_found', { field: 'agent_id' })
  const grant = { role, group, agent }
  const error = (by === 'system' ? null : findExcessiveGrant(by, grant)) ?? findMismatch(grant)
  if (error !== null) {
    const { code, ...detail } = error
    throw new Refusal(code, detail)
  }
  if (agent !== null && agent.account_quota !== null && !has_agent)
    if ((await countAccountsOf(db, agent.agent_id)) >= agent.account_quota)
      throw new Refusal('account_quota_reached', { field: 'agent_id', details: { quota: agent.account_quota } })
  return grant
}
