import { type Expression, type SqlBool, sql } from 'kysely'
import { type Caller, organisationScope } from '../../caller.ts'
import { agentsWithin } from '../../platform/scope.ts'

type Owned = 'notification_channels' | 'notification_policies' | 'notification_deliveries' | 'webhooks'

/**
 * What organisations made that the caller sees: of the manufacturer its own and that of distributors in scope, of a
 * distributor its own and that of those below. The query joins `distributors` by `agent_id`.
 */
export const ownedWithin = (caller: Caller, of: Owned): Expression<SqlBool> => {
  const agent_id = sql.ref(`${of}.agent_id`)
  const of_distributors = sql<SqlBool>`(${agent_id} is not null and ${agentsWithin(organisationScope(caller), 'distributors')})`
  return caller.agent_id === null ? sql<SqlBool>`(${agent_id} is null or ${of_distributors})` : of_distributors
}

/** The wire has milliseconds, the column microseconds. */
export const isAsRead = (read_at: Date) =>
  sql<SqlBool>`date_trunc('milliseconds', updated_at) = date_trunc('milliseconds', ${read_at}::timestamptz)`

/** A part of a name, whatever its case. */
export const namedLike = (column: string, part: string | undefined): Expression<SqlBool> | null =>
  part === undefined || part === '' ? null : sql<SqlBool>`position(lower(${part}) in lower(${sql.ref(column)})) > 0`
