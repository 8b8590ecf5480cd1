import { SCOPED_RESOURCES } from '@heatfleet/contract/data-scope.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { Kysely } from 'kysely'
import type { Caller } from '../../caller.ts'
import { EVERYTHING, type Scope } from '../../platform/scope.ts'
import { findScopeOverreach } from '../../platform/scope-order.ts'
import type { Tables } from '../../platform/tables.ts'
import { refuse } from './draft.ts'
import { idsOf, levelBelow, moveFlaw } from './rules.ts'
import { type AgentRow, findAgent, reachesOut } from './store.ts'
import { listWithAccounts, moveSubtree, readSubtree } from './store-move.ts'

/** Result of a move. */
export type Moved = { path_before: string; path_after: string; device_ids: number[] }

/** Throws unless the caller may move this distributor there. Both are in the caller's scope. */
const assertMay = async (
  db: Kysely<Tables>,
  caller: Caller,
  agent: AgentRow,
  parent: AgentRow | null,
): Promise<void> => {
  if (caller.agent_id === agent.agent_id) throw new Refusal('own_distributor_fixed', { field: 'parent_id' })
  refuse(moveFlaw(agent, parent))
  const scope = caller.scopes.agent
  if (parent === null && scope.agent_path !== EVERYTHING.agent_path)
    throw new Refusal('sub_distributor_forbidden', { field: 'parent_id' })
  const is_outside = !seesAllBelow(caller, agent.agent_path) || (await reachesOut(db, scope, agent.agent_path))
  if (is_outside) throw new Refusal('outside_own_scope', { field: 'parent_id' })
}

/** A move shows all that lies below to those above the new place: nobody gives more than the caller sees, of any resource. */
const seesAllBelow = (caller: Caller, agent_path: string): boolean => {
  const below: Scope = { ...EVERYTHING, agent_path, group: caller.scopes.agent.group }
  return SCOPED_RESOURCES.every((resource) => findScopeOverreach(below, caller.scopes[resource]) === null)
}

const pathBelow = (agent: AgentRow, parent: AgentRow | null): string => `${parent?.agent_path ?? '/'}${agent.agent_id}/`

/** Preview of a move; changes nothing. */
export const previewMove = async (db: Kysely<Tables>, caller: Caller, agent: AgentRow, parent: AgentRow | null) => {
  await assertMay(db, caller, agent, parent)
  const before = idsOf(agent.agent_path).slice(0, -1)
  const after = parent === null ? [] : idsOf(parent.agent_path)
  return {
    agent_name: agent.agent_name,
    level_before: agent.agent_level,
    level_after: levelBelow(parent),
    ...(await readSubtree(db, caller.scopes.agent, agent.agent_path)),
    loses: await listWithAccounts(
      db,
      caller.scopes.agent,
      before.filter((id) => !after.includes(id)),
    ),
    gains: await listWithAccounts(
      db,
      caller.scopes.agent,
      after.filter((id) => !before.includes(id)),
    ),
    updated_at: agent.updated_at.toISOString(),
  }
}

/** Moves a distributor with all below it, in the transaction that holds the tree's lock. */
export const moveAgent = async (
  trx: Kysely<Tables>,
  caller: Caller,
  agent: AgentRow,
  to: { parent: AgentRow | null; now: Date },
): Promise<Moved> => {
  const { parent, now } = to
  await assertMay(trx, caller, agent, parent)
  const path_before = agent.agent_path
  const path_after = pathBelow(agent, parent)
  const device_ids = await moveSubtree(trx, {
    agent_id: agent.agent_id,
    path_before,
    path_after,
    parent_id: parent?.agent_id ?? null,
    rises: agent.agent_level - levelBelow(parent),
    now,
  })
  if ((await findAgent(trx, caller.scopes.agent, agent.agent_id)) === null)
    throw new Refusal('outside_own_scope', { field: 'parent_id' })
  return { path_before, path_after, device_ids }
}
