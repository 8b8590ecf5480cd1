import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { PERMISSIONS, withRequired } from '@heatfleet/contract/permissions.ts'
import { rightTree } from '@heatfleet/contract/roles/right-tree.ts'
import type { Role, RoleAccounts, RoleDraft } from '@heatfleet/contract/roles/roles.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Changes } from '../../changes.ts'
import type { Handlers } from '../../handler.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import { isViolation } from '../../platform/violations.ts'
import { changeForHolders } from '../accounts/public.ts'
import { refuseReferenced } from '../references/public.ts'
import { completeEdit, completeNewRole } from './role-defaults.ts'
import { findMissingPrivileges, grantableLevels, grantableScopes, lockOf } from './rules.ts'
import {
  deleteRole,
  findRole,
  hasUngroupedAccounts,
  insertRole,
  isBuiltInName,
  listRoles,
  type RoleRow,
  readOwnNames,
  updateRole,
} from './store.ts'
import { listAccountsWith } from './store-accounts-with.ts'
import { namesOf } from './used-by.ts'

type Deps = Pick<AppContext, 'database' | 'clock'> & { changes: Changes }

/** Roles: what accounts may, and which rows they see. */
export const roleHandlers = ({ database: { db }, clock, changes }: Deps) => {
  const readRole = async (caller: Caller, role_id: number): Promise<RoleRow> => {
    const row = await findRole(db, caller, role_id)
    if (row === undefined) throw new Refusal('role_not_found')
    return row
  }
  /** A role the caller may change or remove. */
  const readOwnRole = async (caller: Caller, role_id: number): Promise<RoleRow> => {
    const row = await readRole(caller, role_id)
    const lock = lockOf(caller, row)
    if (lock === 'beyond_own') throw new Refusal('grants_more_than_own', findMissingPrivileges(caller, row) ?? {})
    if (lock === 'built_in' || lock === 'not_own') throw new Refusal('role_read_only')
    return row
  }
  const accountsOf = (caller: Caller, role_id: number, limit: number): Promise<RoleAccounts> =>
    listAccountsWith(
      db,
      caller,
      { role_id },
      {
        active_since: new Date(clock.now() - LIMITS.session_idle_ms),
        limit,
      },
    )
  /** The draft with all that its rights need, refused where it exceeds the caller's privileges or takes a built-in name. */
  const validateDraft = async (caller: Caller, draft: RoleDraft): Promise<RoleDraft> => {
    const role = { ...draft, permissions: withRequired(draft.permissions) }
    const excess = findMissingPrivileges(caller, role)
    if (excess !== null) throw new Refusal('grants_more_than_own', excess)
    if (await isBuiltInName(db, role.role_name)) throw new Refusal('role_name_taken', { field: 'role_name' })
    return role
  }

  return {
    ownAccess: async (_, { caller }) => ({
      ...(await readOwnNames(db, caller)),
      nick_name: caller.nick_name,
      permissions: [...caller.permissions],
      agent_id: caller.agent_id,
    }),

    roleList: async ({ query, body }, { caller }) => {
      const part = { offset: (query.pageNo - 1) * query.size, limit: query.size }
      const { rows, total } = await listRoles(db, caller, body, part)
      return { list: rows.map((row) => toRole(caller, row)), total, ...query }
    },

    permissionInfo: async (_, { caller }) => ({
      tree: rightTree().map(({ group, resources }) => ({
        group,
        resources: resources.map(({ resource, rights }) => ({
          resource,
          rights: rights.map((right) => ({ ...right, grantable: caller.permissions.has(right.permission) })),
        })),
      })),
      levels: [...grantableLevels(caller)],
      data_scopes: [...grantableScopes(caller)],
    }),

    roleInfo: async ({ params: { id } }, { caller }) => toRole(caller, await readRole(caller, id)),

    roleAccounts: async ({ params: { id } }, { caller }) => {
      await readRole(caller, id)
      return accountsOf(caller, id, LIMITS.affected_accounts_max)
    },

    createRole: async ({ query: { from }, body }, { caller, note }) => {
      const source = from === undefined ? null : await readRole(caller, from)
      const role = await validateDraft(caller, completeNewRole(caller, body))
      const role_id = await insertRole(db, caller, role, new Date(clock.now())).catch(refuseTakenName)
      const copied = source === null ? {} : { copied_from: `role ${source.role_id}` }
      note({ object: `role ${role_id}`, detail: { after: role, ...copied } })
      return toRole(caller, await readRole(caller, role_id))
    },

    editRole: async ({ params: { id }, body: { updated_at, ...body } }, { caller, note }) => {
      note({ object: `role ${id}` })
      const before = await readOwnRole(caller, id)
      const role = await validateDraft(caller, completeEdit(before, body))
      const used = await accountsOf(caller, id, LIMITS.refusal_names_max)
      if (role.level !== before.level && used.total + used.others > 0)
        throw new Refusal('role_level_used', { field: 'level' })
      // In such a role the group alone decides; the unrestricted group would not narrow anything.
      if (role.data_scope === 'resource_group' && (await hasUngroupedAccounts(db, id)))
        throw new Refusal('resource_group_needed', { field: 'data_scope' })
      const read_at = updated_at === undefined ? before.updated_at : new Date(updated_at)
      const is_done = await changeForHolders(db, caller, { role_id: id }, (trx) =>
        updateRole(trx, { role_id: id, read_at, at: new Date(clock.now()) }, role).catch(refuseTakenName),
      )
      if (!is_done) throw new Refusal('stale_edit')
      note({ detail: changedFields(before, role) })
      changes.accessChanged.publish({ because: `role ${id}` })
      return toRole(caller, await readRole(caller, id))
    },

    deleteRole: async ({ params: { id }, query: { reason } }, { caller, note }) => {
      note({ object: `role ${id}` })
      const before = await readOwnRole(caller, id)
      const refuseUsed = async () => {
        const used = await accountsOf(caller, id, LIMITS.refusal_names_max)
        if (used.total + used.others > 0) throw new Refusal('role_is_used', { details: namesOf(used) })
      }
      await refuseUsed()
      const remove = db.transaction().execute(async (trx) => {
        await refuseReferenced(trx, caller, { of: 'role', id }, new Date(clock.now()))
        await deleteRole(trx, id)
      })
      await remove.catch(async (error: unknown) => {
        // Granted to an account in the meantime.
        if (isViolation(error, 'reference')) await refuseUsed()
        throw error
      })
      note({ detail: { before: { role_name: before.role_name }, reason: reason ?? '' } })
      return null
    },
  } satisfies Pick<
    Handlers,
    'ownAccess' | 'roleList' | 'permissionInfo' | 'roleInfo' | 'roleAccounts' | 'createRole' | 'editRole' | 'deleteRole'
  >
}

const toRole = (caller: Caller, row: RoleRow): Role => {
  const { agent_path: _, created_at, updated_at, ...role } = row
  return {
    ...role,
    permissions: PERMISSIONS.filter((right) => row.permissions.includes(right)),
    creator: row.built_in ? '' : row.creator,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    lock: lockOf(caller, row),
    grantable: findMissingPrivileges(caller, row) === null,
  }
}

const refuseTakenName = (error: unknown): never => {
  if (isViolation(error, 'unique')) throw new Refusal('role_name_taken', { field: 'role_name' })
  throw error
}
