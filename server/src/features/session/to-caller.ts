import type { Caller } from '../../caller.ts'
import { reachOf } from '../../reach.ts'
import type { CallerRow, findApiToken } from './store.ts'

/** The caller of a session: rights of the role, and the scope that role, resource group and distributor leave over. */
export const toCaller = (row: CallerRow, session_hash: Buffer): Caller => ({
  uid: row.uid,
  user_name: row.user_name,
  nick_name: row.nick_name,
  ...reachOf(row),
  role_id: row.role_id,
  data_scope: row.data_scope,
  scope_overrides: row.scope_overrides,
  agent_id: row.agent_id,
  resource_group_id: row.resource_group_id,
  session_hash,
  viewer: null,
  must: row.must_change_password
    ? 'change_password'
    : row.requires_totp && row.totp_enrolled_at === null
      ? 'enrol_second_factor'
      : null,
  api_token_id: null,
})

/** The caller of a program's token: its account, with those rights that both have. */
export const toTokenCaller = (row: NonNullable<Awaited<ReturnType<typeof findApiToken>>>): Caller => {
  const caller = toCaller(row, row.token_hash)
  return {
    ...caller,
    permissions: new Set([...caller.permissions].filter((right) => row.token_permissions.includes(right))),
    api_token_id: row.api_token_id,
  }
}
