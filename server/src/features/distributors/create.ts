import type { NewDistributor } from '@heatfleet/contract/distributors/distributors.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { BuiltInRole } from '@heatfleet/contract/roles/built-in.ts'
import type { Kysely } from 'kysely'
import { EVERYTHING } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import {
  type CreateDeps,
  createAccount,
  type Granter,
  readBuiltInRoleId,
  readWholeFleetId,
} from '../accounts/public.ts'
import { readParent, refuse, validateDraft } from './draft.ts'
import { type Placed, placeFlaw } from './rules.ts'
import { findAgent, insertAgent, lockTree } from './store.ts'

/** The role of a distributor's first account. */
const FIRST_ROLE = { 1: 'Province agent', 2: 'City agent', 3: 'County agent' } as const satisfies Record<
  NewDistributor['agent_level'],
  BuiltInRole
>

/** Id and path of a new distributor. */
export type Created = { agent_id: number; agent_path: string; uid: number | null }

/**
 * Creates a distributor, and its first account when a password is given, in one transaction: the only function that does,
 * for the console and the demo. The draft is parsed. Refuses a parent outside the creator's scope, a taken name, unknown
 * regions and products, and everything that {@link createAccount} refuses.
 */
export const createDistributor = (deps: CreateDeps, by: Granter, draft: NewDistributor): Promise<Created> => {
  const work = async (trx: Kysely<Tables>): Promise<Created> => {
    await lockTree(trx)
    const scope = by === 'system' ? EVERYTHING : by.scopes.agent
    const parent = await readParent(trx, scope, draft.parent_id)
    const data = await validateDraft(trx, draft, null)
    refuse(placeFlaw(draft.agent_level, parent))
    if (parent === null && scope.agent_path !== EVERYTHING.agent_path)
      throw new Refusal('sub_distributor_forbidden', { field: 'parent_id' })
    const created = await insertAgent(trx, data, {
      agent_level: draft.agent_level,
      parent_id: draft.parent_id,
      parent_path: pathOf(parent),
      created_by: by === 'system' ? null : by.uid,
      now: new Date(deps.clock.now()),
    })
    if ((await findAgent(trx, scope, created.agent_id)) === null)
      throw new Refusal('outside_own_scope', { field: 'region_code' })
    return { ...created, uid: await createFirstAccount({ ...deps, db: trx }, by, draft, created.agent_id) }
  }
  return deps.db.isTransaction ? work(deps.db) : deps.db.transaction().execute(work)
}

const pathOf = (parent: Placed | null): string => parent?.agent_path ?? '/'

/** Named as requested, or by phone or e-mail; its scope is the distributor's, never more than the creator's own. */
const createFirstAccount = async (
  deps: CreateDeps,
  by: Granter,
  draft: NewDistributor,
  agent_id: number,
): Promise<number | null> => {
  if (draft.password === null) return null
  const account = await createAccount(deps, by, {
    user_name: draft.user_name ?? draft.phone ?? draft.email ?? '',
    nick_name: draft.agent_name,
    company: draft.agent_name,
    gender: 'unknown',
    language: '',
    time_zone: '',
    remark: '',
    phone: draft.phone,
    email: draft.email,
    role_id: await readBuiltInRoleId(deps.db, FIRST_ROLE[draft.agent_level]),
    resource_group_id: by === 'system' ? await readWholeFleetId(deps.db) : by.resource_group_id,
    agent_id,
    valid_until: null,
    password: draft.password,
  })
  return account.uid
}
