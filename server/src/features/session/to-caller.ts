import type { Caller } from '../../caller.ts'
import { reachOf } from '../../reach.ts'
import type { CallerRow } from './store.ts'

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
})
