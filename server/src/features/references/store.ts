import type { Permission } from '@heatfleet/contract/permissions.ts'
import type { Reference, ReferenceKind } from '@heatfleet/contract/references.ts'
import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Caller, organisationScope } from '../../caller.ts'
import { accountsWithin, agentsWithin, rolloutsWithin } from '../../platform/scope.ts'
import { importsWithin } from '../../platform/scope-imports.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** What is to be deleted. */
export type Referenced =
  | { of: 'role' | 'resource_group' | 'device_group' | 'distributor' | 'channel' | 'account'; id: number }
  | { of: 'product'; id: string }

/** The rows of what may be named, with their keys. */
const NAMED_ROWS = {
  role: ['roles', 'role_id'],
  resource_group: ['resource_groups', 'group_id'],
  device_group: ['device_groups', 'group_id'],
  distributor: ['distributors', 'agent_id'],
  channel: ['notification_channels', 'channel_id'],
  account: ['accounts', 'uid'],
  product: ['products', 'product_key'],
} as const satisfies Record<Referenced['of'], readonly [keyof Tables, string]>

/**
 * Locks what is to be deleted against being named. Whoever names it holds its row until the end of the transaction, by a foreign key or
 * `hold_named_rows`: one that came first is waited for, one that comes later waits.
 */
export const lockNamed = async (trx: Db, { of, id }: Referenced): Promise<void> => {
  const [table, key] = NAMED_ROWS[of]
  await sql`select from ${sql.table(table)} where ${sql.ref(key)} = ${id} for update`.execute(trx)
}

const RIGHTS = {
  notification_policy: 'notification:view',
  alarm_rule: 'alarm-rule:view',
  alarm_mute: 'alarm-rule:view',
  analysis_report: 'analysis:report',
  rollout: 'rollout:view',
  device_group: 'device:view',
  resource_group: 'resgroup:view',
  distributor: 'agent:view',
  device_import: 'device-import:view',
  virtual_unit: 'product:edit',
  webhook: 'webhook:view',
} as const satisfies Record<ReferenceKind, Permission>

/** Rows of a kind: `id`, `name`, and whether the scope shows them. */
type Source = { kind: ReferenceKind; rows: RawBuilder<unknown> }

/** Rows that organisations own: of the manufacturer, or of the distributor in `agent_id`. */
const owned =
  (kind: ReferenceKind, table: string, id: string, name: string) =>
  (caller: Caller, where: Expression<SqlBool>): Source => {
    const within = agentsWithin(organisationScope(caller), 'distributors')
    const visible = sql`(distributors.agent_id is not null and ${within})`
    const shown = caller.agent_id === null ? sql`(r.agent_id is null or ${visible})` : visible
    return {
      kind,
      rows: sql`select r.${sql.ref(id)} as id, r.${sql.ref(name)} as name, ${shown} as visible
        from ${sql.table(table)} r left join distributors on distributors.agent_id = r.agent_id where ${where}`,
    }
  }
const policies = owned('notification_policy', 'notification_policies', 'policy_id', 'policy_name')
const rules = owned('alarm_rule', 'alarm_rules', 'rule_id', 'rule_name')
const mutes = owned('alarm_mute', 'alarm_mutes', 'mute_id', 'reason')
const deviceGroups = owned('device_group', 'device_groups', 'group_id', 'group_name')
const resourceGroups = owned('resource_group', 'resource_groups', 'group_id', 'group_name')
const webhooks = owned('webhook', 'webhooks', 'webhook_id', 'webhook_name')

/** Rules that still exist: a deleted one stays as a row for its alarms. */
const rulesThat = (caller: Caller, where: RawBuilder<SqlBool>) =>
  rules(caller, sql<SqlBool>`r.deleted_at is null and ${where}`)
const mutesThat = (caller: Caller, where: RawBuilder<SqlBool>, now: Date) =>
  mutes(caller, sql<SqlBool>`r.ended_at is null and r.until_at > ${now} and ${where}`)

/** Saved reports with a cohort that matches; those of disabled accounts are not made any more. */
const reportsWith = (caller: Caller, cohort: RawBuilder<SqlBool>): Source => ({
  kind: 'analysis_report',
  rows: sql`select case when r.uid = ${caller.uid} then r.report_id end as id,
      case when r.uid = ${caller.uid} then r.report_name else r.report_name || ' (' || accounts.user_name || ')' end as name,
      (r.uid = ${caller.uid} or ${accountsWithin(caller.scopes.account, 'accounts')}) as visible
    from analysis_reports r join accounts on accounts.uid = r.uid
    left join distributors on distributors.agent_id = accounts.agent_id
    where not accounts.disabled and exists (select from jsonb_array_elements(r.cohorts) c where ${cohort})`,
})

/** Rollouts that have not ended. */
const rolloutsThat = (caller: Caller, where: RawBuilder<SqlBool>): Source => ({
  kind: 'rollout',
  rows: sql`select rollouts.rollout_id as id, rollouts.name, ${rolloutsWithin(caller.scope, 'rollouts')} as visible
    from rollouts where rollouts.state in ('proposed', 'approved', 'running', 'paused') and ${where}`,
})

/** Imports that have not ended. */
const importsThat = (caller: Caller, where: RawBuilder<SqlBool>): Source => ({
  kind: 'device_import',
  rows: sql`select device_imports.import_id as id, device_imports.batch_no as name,
      ${importsWithin(caller.scope, 'device_imports')} as visible
    from device_imports where device_imports.state in ('draft', 'queued', 'running') and ${where}`,
})

const filterNames = (filter: RawBuilder<unknown>, key: string, id: number | string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${filter} ->> ${sql.lit(key)} = ${String(id)}`
const OF_TARGET = sql`(rollouts.target -> 'filter')`
const OF_TEST_GROUP = sql`(rollouts.settings -> 'upgrade' -> 'test_group')`

const sourcesOf = (caller: Caller, named: Referenced, now: Date): Source[] => {
  const { id } = named
  const byGroupFilter = (key: string) => deviceGroups(caller, filterNames(sql`r.filter`, key, id))
  const byTarget = (key: string) => filterNames(OF_TARGET, key, id)
  switch (named.of) {
    case 'role':
      return [policies(caller, sql<SqlBool>`${id} = any(r.role_ids)`)]
    case 'resource_group':
      return [
        policies(caller, sql<SqlBool>`r.resource_group_id = ${id}`),
        rolloutsThat(caller, sql<SqlBool>`rollouts.group_id = ${id}`),
      ]
    case 'device_group':
      return [
        rulesThat(caller, sql<SqlBool>`r.group_id = ${id}`),
        mutesThat(caller, sql<SqlBool>`r.group_id = ${id}`, now),
        reportsWith(caller, filterNames(sql`c`, 'group_id', id)),
        rolloutsThat(caller, sql<SqlBool>`(${byTarget('group_id')} or ${filterNames(OF_TEST_GROUP, 'group_id', id)})`),
        byGroupFilter('group_id'),
      ]
    case 'distributor':
      return [
        rulesThat(caller, sql<SqlBool>`r.under_agent_id = ${id}`),
        mutesThat(caller, sql<SqlBool>`r.under_agent_id = ${id}`, now),
        reportsWith(caller, filterNames(sql`c`, 'agent_id', id)),
        rolloutsThat(caller, byTarget('agent_id')),
        byGroupFilter('agent_id'),
        importsThat(caller, sql<SqlBool>`device_imports.agent_id = ${id}`),
      ]
    case 'product':
      return [
        policies(caller, sql<SqlBool>`${id} = any(r.product_keys)`),
        rulesThat(caller, sql<SqlBool>`r.product_key = ${id}`),
        resourceGroups(caller, sql<SqlBool>`${id} = any(r.product_keys)`),
        reportsWith(caller, sql<SqlBool>`c -> 'product_keys' @> to_jsonb(${String(id)}::text)`),
        rolloutsThat(caller, sql<SqlBool>`rollouts.product_key = ${id}`),
        byGroupFilter('product_key'),
        importsThat(
          caller,
          sql<SqlBool>`(device_imports.product_key = ${id} or ${id} = any(device_imports.product_keys))`,
        ),
        {
          kind: 'distributor',
          rows: sql`select distributors.agent_id as id, distributors.agent_name as name,
              ${agentsWithin(caller.scopes.agent, 'distributors')} as visible
            from distributors where ${id} = any(distributors.product_keys)`,
        },
        {
          kind: 'virtual_unit',
          rows: sql`select virtual_units.device_id as id, devices.mac as name, true as visible
            from virtual_units join devices on devices.device_id = virtual_units.device_id
            where virtual_units.board_pk = ${id}`,
        },
      ]
    case 'channel':
      return [
        policies(
          caller,
          sql<SqlBool>`exists (select from notification_policy_channels c
            where c.policy_id = r.policy_id and c.channel_id = ${id})`,
        ),
      ]
    case 'account':
      return [
        policies(caller, sql<SqlBool>`r.narrowed_uid = ${id}`),
        webhooks(caller, sql<SqlBool>`r.narrowed_uid = ${id}`),
      ]
    default:
      return named satisfies never
  }
}

/** What names it: the first visible ones, and how many there are of all. */
export const listReferences = async (
  db: Db,
  caller: Caller,
  named: Referenced,
  { now, limit }: { now: Date; limit: number },
): Promise<{ list: Reference[]; total: number }> => {
  const sources = sourcesOf(caller, named, now).map(({ kind, rows }, at) => {
    const may = caller.permissions.has(RIGHTS[kind])
    return sql`select ${at}::int as at, ${kind} as kind, s.id, s.name, s.visible and ${may} as visible from (${rows}) s`
  })
  const { rows } = await sql<Reference & { total: number; visible: boolean }>`
    select kind, id, name, visible, (count(*) over ())::int as total
    from (${sql.join(sources, sql` union all `)}) named
    order by visible desc, at, lower(name) limit ${limit}`.execute(db)
  const list = rows.filter(({ visible }) => visible).map(({ kind, id, name }) => ({ kind, id, name }))
  return { list, total: rows[0]?.total ?? 0 }
}
