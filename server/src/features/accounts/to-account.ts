import type { Account } from '@heatfleet/contract/accounts/row.ts'
import { type Caller, maskPersonal } from '../../caller.ts'
import { effectivePermissionsOf, findMissingPrivileges } from '../../effective-permissions.ts'
import type { AccountRow } from './store-list.ts'

/** An account as this caller may see it; `creators` are names by number. */
export const toAccount = (caller: Caller, row: AccountRow, creators: ReadonlyMap<number, string>): Account => ({
  uid: row.uid,
  user_name: row.user_name,
  nick_name: row.nick_name,
  phone: row.uid === caller.uid ? (row.phone ?? '') : maskPersonal(caller, row.phone),
  email: row.uid === caller.uid ? (row.email ?? '') : maskPersonal(caller, row.email),
  gender: row.gender,
  role_id: row.role_id,
  role_name: row.role_name,
  data_scope: row.data_scope,
  resource_group_id: row.resource_group_id,
  resource_group_name: row.resource_group_name,
  whole_fleet: row.group_everything,
  agent_id: row.agent_id,
  agent_name: row.agent_name,
  company: row.company,
  totp: row.totp,
  state: row.state,
  must_change_password: row.must_change_password,
  language: row.language,
  time_zone: row.time_zone,
  valid_until: row.valid_until?.toISOString() ?? null,
  remark: row.remark,
  last_login_at: row.last_login_at?.toISOString() ?? null,
  last_login_address: row.last_login_address ?? '',
  creator: (row.created_by === null ? undefined : creators.get(row.created_by)) ?? '',
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  above_own: isAbove(caller, row),
})

/** True when this account has privileges beyond the caller's, who may then not change it. */
export const isAbove = (caller: Caller, row: AccountRow): boolean =>
  findMissingPrivileges(caller, effectivePermissionsOf(row)) !== null
