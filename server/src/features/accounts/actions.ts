import type { AccountChange, AccountEdit, NewAccount } from '@heatfleet/contract/accounts/draft.ts'
import type { Account, AccountFilter } from '@heatfleet/contract/accounts/row.ts'
import type { Page, Paging } from '@heatfleet/contract/paging.ts'
import type { Kysely } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import { type Caller, organisationScope } from '../../caller.ts'
import type { Changes } from '../../changes.ts'
import type { AuditNote } from '../../handler.ts'
import { EVERYTHING } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { changeNote, creationNote } from './audit-detail.ts'
import {
  type ChangeDeps,
  type Changed,
  disableAndRemoveAccount,
  editAccount,
  readAccount,
  removeAccount,
} from './change.ts'
import { createAccount } from './create.ts'
import { isGroupGrantable, isRoleGrantable } from './rules.ts'
import { listGroups, listRoles } from './store-grants.ts'
import { type AccountRow, listAccounts, listNames } from './store-list.ts'
import { toAccount } from './to-account.ts'

/** Roles and resource groups the caller may grant to at least one account in scope: for pickers. */
const listGrantable = async (db: Kysely<Tables>, caller: Caller) => {
  const [roles, groups] = await Promise.all([
    listRoles(db, organisationScope(caller)),
    listGroups(db, organisationScope(caller)),
  ])
  return {
    roles: roles
      .filter((role) => isRoleGrantable(caller, role))
      .map(({ role_id, role_name, description, level, data_scope, built_in }) => ({
        role_id,
        role_name,
        description,
        level,
        data_scope,
        built_in,
      })),
    resource_groups: groups
      .filter((group) => isGroupGrantable(caller, group))
      .map(({ resource_group_id, group_name, group_everything }) => ({
        resource_group_id,
        group_name,
        whole_fleet: group_everything,
      })),
    manufacturer: caller.agent_path === EVERYTHING.agent_path,
  }
}

export type Deps = Pick<AppContext, 'database' | 'clock' | 'config'> & { changes: Changes }
/** The caller, and where the audit entry is recorded. */
export type By = { caller: Caller; note: (note: AuditNote) => void }

/** Account operations shared by the current and the legacy calls. */
export const accountActions = ({ database: { db }, clock, config, changes }: Deps) => {
  const deps: ChangeDeps = { db, clock, changes }
  const now = () => new Date(clock.now())

  const show = async (caller: Caller, row: AccountRow): Promise<Account> => {
    const creators = await listNames(db, caller.scopes.account, row.created_by === null ? [] : [row.created_by])
    return toAccount(caller, row, creators)
  }
  const noted = ({ caller, note }: By, changed: Changed): Promise<Account> => {
    note(changeNote(changed))
    return show(caller, changed.after)
  }

  const remove = async ({ caller, note }: By, uid: number, removeWith: typeof removeAccount): Promise<null> => {
    note({ object: `account ${uid}` })
    const { user_name, disabled } = await removeWith(deps, caller, uid)
    note({ detail: { user_name, ...(disabled ? {} : { before: { disabled }, after: { disabled: true } }) } })
    changes.sessionsChanged.publish({ uid })
    return null
  }

  return {
    deps,
    now,
    show,
    noted,

    list: async ({ caller }: Pick<By, 'caller'>, filter: AccountFilter, paging: Paging): Promise<Page<Account>> => {
      const { pageNo, size } = paging
      const contacts = caller.permissions.has('pii:view')
      const part = { offset: (pageNo - 1) * size, limit: size }
      const { rows, total } = await listAccounts(db, caller.scopes.account, { filter, contacts, now: now() }, part)
      const creator_uids = new Set(rows.flatMap(({ created_by }) => (created_by === null ? [] : [created_by])))
      const creators = await listNames(db, caller.scopes.account, [...creator_uids])
      return { list: rows.map((row) => toAccount(caller, row, creators)), total, pageNo, size }
    },

    read: async ({ caller }: Pick<By, 'caller'>, uid: number): Promise<Account> =>
      show(caller, await readAccount(db, caller, uid, now())),

    /** Without a distributor the account belongs to the caller's organisation. */
    create: async ({ caller, note }: By, given: NewAccount): Promise<Account> => {
      const { agent_id = caller.agent_id, ...draft } = given
      note({ object: 'account', detail: { user_name: draft.user_name } })
      const { uid } = await createAccount({ db, clock, config }, caller, { ...draft, agent_id })
      const row = await readAccount(db, caller, uid, now())
      note(creationNote(row))
      return show(caller, row)
    },

    /** What the change leaves out stays; without `updated_at` it applies to the account as it is now. */
    edit: async (by: By, uid: number, change: AccountChange): Promise<Account> => {
      by.note({ object: `account ${uid}` })
      const current = editOf(await readAccount(db, by.caller, uid, now()))
      return noted(by, await editAccount(deps, by.caller, uid, { ...current, ...change }))
    },

    remove: async (by: By, uid: number): Promise<null> => remove(by, uid, removeAccount),

    /** Legacy clients have no call to disable: theirs does both. */
    disableAndRemove: async (by: By, uid: number): Promise<null> => remove(by, uid, disableAndRemoveAccount),

    grantable: ({ caller }: Pick<By, 'caller'>) => listGrantable(db, caller),
  }
}

/** An account as an edit that changes nothing. */
const editOf = (row: AccountRow): AccountEdit => ({
  nick_name: row.nick_name,
  gender: row.gender,
  company: row.company,
  language: row.language,
  time_zone: row.time_zone,
  remark: row.remark,
  role_id: row.role_id,
  resource_group_id: row.resource_group_id,
  agent_id: row.agent_id,
  valid_until: row.valid_until?.toISOString() ?? null,
  updated_at: row.updated_at.toISOString(),
})
