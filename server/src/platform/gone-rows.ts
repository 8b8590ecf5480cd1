import { type ErrorCode, Refusal } from '@heatfleet/contract/errors.ts'
import pg from 'pg'
import { isViolation } from './violations.ts'

/** What was named and is not there, by the violated constraint: `names_…` are those of `hold_named_rows`, which has no foreign key. */
const GONE: Readonly<Record<string, ErrorCode>> = {
  names_roles: 'role_not_found',
  names_resource_groups: 'resource_group_not_found',
  names_device_groups: 'device_group_not_found',
  names_distributors: 'distributor_not_found',
  names_products: 'product_unknown',
  accounts_role_id_fkey: 'role_not_found',
  accounts_resource_group_id_fkey: 'resource_group_not_found',
  accounts_agent_id_fkey: 'distributor_not_found',
  alarm_rules_group_id_fkey: 'device_group_not_found',
  alarm_rules_under_agent_id_fkey: 'distributor_not_found',
  alarm_rules_product_key_fkey: 'product_unknown',
  alarm_mutes_group_id_fkey: 'device_group_not_found',
  alarm_mutes_under_agent_id_fkey: 'distributor_not_found',
  notification_policy_channels_channel_id_fkey: 'channel_not_found',
}

/** The refusal for a row that names what was deleted between its check and its writing; null for any other error. */
export const refusalOfGone = (error: unknown): Refusal | null => {
  if (!isViolation(error, 'reference') || !(error instanceof pg.DatabaseError)) return null
  const code = GONE[error.constraint ?? '']
  return code === undefined ? null : new Refusal(code)
}
