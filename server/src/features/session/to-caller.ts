import type { Caller } from '../../caller.ts'
import { effectivePermissionsOf, narrowPermissions } from '../../effective-permissions.ts'
import type { CallerRow, findApiToken } from './store.ts'

/** The caller of a session: rights of the role, and the scope that role, resource group and distributor leave over. */
export const toCaller = (row: CallerRow, session_hash: Buffer, { by_provider = false } = {}): Caller => ({
  uid: row.uid,
  user_name: row.user_name,
  nick_name: row.nick_name,
  ...effectivePermissionsOf(row),
  role_id: row.role_id,
  data_scope: row.data_scope,
  scope_overrides: row.scope_overrides,
  agent_id: row.agent_id,
  resource_group_id: row.resource_group_id,
  session_hash,
  viewer: null,
  must: by_provider ? null : dutyOf(row),
  api_token_id: null,
  narrowed: false,
  calls_per_minute: null,
})

/** What the account's own password and second factor still want; a sign-in at the provider stands for both. */
const dutyOf = (row: CallerRow): Caller['must'] => {
  if (row.must_change_password) return 'change_password'
  return row.requires_totp && row.totp_enrolled_at === null ? 'enrol_second_factor' : null
}

/**
 * The caller of an API token: its account, limited to the rights that both have and to the token's distributor and those
 * below it.
 */
export const toTokenCaller = (row: NonNullable<Awaited<ReturnType<typeof findApiToken>>>): Caller => {
  const account = toCaller(row, row.token_hash)
  const caller = {
    ...account,
    permissions: new Set([...account.permissions].filter((right) => row.token_permissions.includes(right))),
    api_token_id: row.api_token_id,
    calls_per_minute: row.calls_per_minute,
  }
  if (row.token_agent_id === null) return caller
  const permissions = narrowPermissions(caller, row.token_agent_path)
  const is_whole = permissions.agent_path === account.agent_path
  return { ...caller, ...permissions, agent_id: is_whole ? account.agent_id : row.token_agent_id, narrowed: true }
}
