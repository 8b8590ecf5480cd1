import type { AlarmRuleDraft, AlarmRuleFilter } from '@heatfleet/contract/alarm-rules/rule.ts'
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { type Caller, organisationScope } from '../../caller.ts'
import { type ListPart, listPage } from '../../platform/list-page.ts'
import { agentsWithin, withinScope } from '../../platform/scope.ts'
import { alarmsWithin } from '../../platform/scope-alarms.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/**
 * `devices` that `alarm_rules` apply to, whose owner is joined as `distributors` and whose target as `unders`. Members of
 * a group with a filter are not known here.
 */
const APPLIES = sql<SqlBool>`(devices.product_key = alarm_rules.product_key
  and (alarm_rules.agent_id is null or starts_with(devices.agent_path, distributors.agent_path))
  and case alarm_rules.target_by
    when 'product' then true
    when 'agent' then starts_with(devices.agent_path, unders.agent_path)
    when 'devices' then devices.device_id = any(alarm_rules.device_ids)
    else exists (select from device_group_members members
      where members.group_id = alarm_rules.group_id and members.device_id = devices.device_id) end)`

/** Rules of the caller's organisation and those below it, and others that apply to a unit in scope. */
const rulesWithin = (caller: Caller): Expression<SqlBool> => {
  const of_organisations = sql<SqlBool>`(alarm_rules.agent_id is not null
    and ${agentsWithin(organisationScope(caller), 'distributors')})`
  const own =
    caller.agent_id === null ? sql<SqlBool>`(alarm_rules.agent_id is null or ${of_organisations})` : of_organisations
  return sql<SqlBool>`(${own} or exists (select from devices where ${withinScope(caller.scope, 'devices')} and ${APPLIES}))`
}

const ruleRows = (db: Db, caller: Caller) =>
  db
    .selectFrom('alarm_rules')
    .innerJoin('products', 'products.product_key', 'alarm_rules.product_key')
    .leftJoin('distributors', 'distributors.agent_id', 'alarm_rules.agent_id')
    .leftJoin('distributors as unders', 'unders.agent_id', 'alarm_rules.under_agent_id')
    .where('alarm_rules.deleted_at', 'is', null)
    .where(rulesWithin(caller))

const DAYS = 7

const columnsOf = (caller: Caller, now: Date) =>
  [
    'alarm_rules.rule_id',
    'alarm_rules.rule_name',
    'alarm_rules.product_key',
    'products.name as product_name',
    'products.english_name as product_english_name',
    'alarm_rules.target_by',
    'alarm_rules.under_agent_id',
    'alarm_rules.group_id',
    'alarm_rules.condition',
    'alarm_rules.hold',
    'alarm_rules.clear_minutes',
    'alarm_rules.schedule',
    'alarm_rules.severity',
    'alarm_rules.cool_down_minutes',
    'alarm_rules.process_minutes',
    'alarm_rules.notify_by',
    'alarm_rules.notify_policy_ids',
    'alarm_rules.enabled',
    'alarm_rules.agent_id',
    'alarm_rules.created_at',
    'alarm_rules.updated_at',
    'distributors.agent_path as owner_path',
    sql<string>`coalesce(distributors.agent_name, '')`.as('agent_name'),
    sql<string>`coalesce(unders.agent_name, '')`.as('under_name'),
    sql<boolean>`(unders.agent_id is not null and exists (select from distributors
      where distributors.agent_id = alarm_rules.under_agent_id and ${agentsWithin(caller.scopes.agent, 'distributors')}))`.as(
      'under_within',
    ),
    sql<string>`coalesce((select group_name from device_groups where device_groups.group_id = alarm_rules.group_id), '')`.as(
      'group_name',
    ),
    sql<number>`cardinality(alarm_rules.device_ids)`.as('device_count'),
    sql<string[]>`array(select devices.mac from devices where devices.device_id = any(alarm_rules.device_ids)
      and ${withinScope(caller.scope, 'devices')} order by devices.mac)`.as('macs'),
    sql<
      { policy_id: number; policy_name: string }[]
    >`coalesce((select jsonb_agg(jsonb_build_object('policy_id', p.policy_id,
      'policy_name', p.policy_name) order by lower(p.policy_name)) from notification_policies p
      where p.policy_id = any(alarm_rules.notify_policy_ids)), '[]')`.as('notify_policies'),
    sql<string>`coalesce((select user_name from accounts where accounts.uid = alarm_rules.updated_by), '')`.as(
      'updated_by',
    ),
    sql<number>`(select count(*)::int from alarms where alarms.type = 'threshold'
      and alarms.rule_key = alarm_rules.rule_id::text
      and alarms.last_at > ${new Date(now.getTime() - DAYS * 86_400_000)} and ${alarmsWithin(caller.scope, 'alarms')})`.as(
      'fired',
    ),
    sql<number>`(select count(*)::int from alarms where alarms.type = 'threshold'
      and alarms.rule_key = alarm_rules.rule_id::text and alarms.recovered_at is null
      and ${alarmsWithin(caller.scope, 'alarms')})`.as('active'),
    sql<Date | null>`(select max(until_at) from alarm_mutes m where m.rule_id = alarm_rules.rule_id and m.ended_at is null
      and m.until_at > ${now} and m.device_id is null and m.group_id is null and m.under_agent_id is null
      and m.agent_id is not distinct from alarm_rules.agent_id)`.as('muted_until'),
  ] as const

const SORTS = {
  rule_name: sql`lower(alarm_rules.rule_name)`,
  updated_at: sql`alarm_rules.updated_at`,
  severity: sql`alarm_rules.severity_rank`,
} as const satisfies Record<AlarmRuleFilter['sort_by'], unknown>

/** A part of the rules visible to the caller that match. */
export const listRules = <Part extends ListPart>(
  db: Db,
  caller: Caller,
  { rule_name, product_key, severity, enabled, sort_by, sort_order }: AlarmRuleFilter,
  now: Date,
  part: Part,
) => {
  const conditions = [
    rule_name ? sql<SqlBool>`position(lower(${rule_name}) in lower(alarm_rules.rule_name)) > 0` : null,
    product_key ? sql<SqlBool>`alarm_rules.product_key = ${product_key}` : null,
    severity === undefined ? null : sql<SqlBool>`alarm_rules.severity = ${severity}`,
    enabled === undefined ? null : sql<SqlBool>`alarm_rules.enabled = ${enabled}`,
  ].filter((condition) => condition !== null)
  const matching = ruleRows(db, caller).where((where) => where.and(conditions))
  return listPage(
    {
      matching,
      rows: matching.select(columnsOf(caller, now)),
      order: (rows) => rows.orderBy(SORTS[sort_by], sort_order).orderBy('alarm_rules.rule_id'),
      key: 'alarm_rules.rule_id',
    },
    part,
  )
}

/** A visible rule, or undefined. */
export const findRule = (db: Db, caller: Caller, rule_id: number, now: Date) =>
  ruleRows(db, caller).select(columnsOf(caller, now)).where('alarm_rules.rule_id', '=', rule_id).executeTakeFirst()
export type RuleRow = NonNullable<Awaited<ReturnType<typeof findRule>>>

/** What is stored of a draft; its target as ids. */
export type RuleValues = Omit<AlarmRuleDraft, 'target' | 'notify'> & {
  notify_by: AlarmRuleDraft['notify']['by']
  notify_policy_ids: number[]
  target_by: AlarmRuleDraft['target']['by']
  under_agent_id: number | null
  group_id: number | null
  device_ids: number[]
}

const stored = ({ condition, hold, schedule, ...values }: RuleValues) => ({
  ...values,
  condition: JSON.stringify(condition),
  hold: JSON.stringify(hold),
  schedule: schedule === null ? null : JSON.stringify(schedule),
})

/** Creates a rule of the caller's organisation; null when this has `max` already. A taken name violates the table's uniqueness. */
export const insertRule = (
  db: Db,
  { uid, agent_id }: Pick<Caller, 'uid' | 'agent_id'>,
  values: RuleValues,
  { at, max }: { at: Date; max: number },
): Promise<number | null> =>
  db.transaction().execute(async (trx) => {
    const { n } = await trx
      .selectFrom('alarm_rules')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('deleted_at', 'is', null)
      .where(sql<SqlBool>`agent_id is not distinct from ${agent_id}`)
      .executeTakeFirstOrThrow()
    if (n >= max) return null
    const { rule_id } = await trx
      .insertInto('alarm_rules')
      .values({ ...stored(values), agent_id, created_by: uid, updated_by: uid, created_at: at, updated_at: at })
      .returning('rule_id')
      .executeTakeFirstOrThrow()
    return rule_id
  })

/** The wire has milliseconds, the column microseconds. */
const isAsRead = (read_at: Date) =>
  sql<SqlBool>`date_trunc('milliseconds', updated_at) = date_trunc('milliseconds', ${read_at}::timestamptz)`

type Change = { rule_id: number; uid: number; at: Date }

/** Changes a rule that was read at `read_at`, and drops what it waits for; false when it was changed or removed since. */
export const updateRule = (
  db: Db,
  { rule_id, uid, at, read_at, moved }: Change & { read_at: Date; moved: boolean },
  values: RuleValues,
): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const done = await trx
      .updateTable('alarm_rules')
      .set({ ...stored(values), revision: sql`revision + 1`, updated_by: uid, updated_at: at })
      .where('rule_id', '=', rule_id)
      .where('deleted_at', 'is', null)
      .where(isAsRead(read_at))
      .executeTakeFirst()
    if (done.numUpdatedRows === 0n) return false
    if (moved) await recoverAlarms(trx, rule_id, at)
    else await trx.deleteFrom('alarm_rule_states').where('rule_id', '=', rule_id).where('active', '=', false).execute()
    return true
  })

/** Switches a rule on or off; off, its alarms recover. */
export const enableRule = (db: Db, { rule_id, uid, at }: Change, enabled: boolean): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await trx
      .updateTable('alarm_rules')
      .set({ enabled, revision: sql`revision + 1`, updated_by: uid, updated_at: at })
      .where('rule_id', '=', rule_id)
      .execute()
    if (!enabled) await recoverAlarms(trx, rule_id, at)
  })

/** Removes a rule that was read at `read_at`; its row stays for the name of its alarms. False when it was changed since. */
export const deleteRule = (db: Db, { rule_id, uid, at, read_at }: Change & { read_at: Date }): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const done = await trx
      .updateTable('alarm_rules')
      .set({ enabled: false, deleted_at: at, updated_by: uid, updated_at: at })
      .where('rule_id', '=', rule_id)
      .where('deleted_at', 'is', null)
      .where(isAsRead(read_at))
      .executeTakeFirst()
    if (done.numUpdatedRows === 0n) return false
    await recoverAlarms(trx, rule_id, at)
    return true
  })

/** The alarms of a rule that no longer decides about them. */
const recoverAlarms = async (trx: Db, rule_id: number, at: Date): Promise<void> => {
  await trx.deleteFrom('alarm_rule_states').where('rule_id', '=', rule_id).execute()
  await trx
    .updateTable('alarms')
    .set({ recovered_at: sql`greatest(${at}, last_at)`, changed_at: sql`clock_timestamp()` })
    .where('type', '=', 'threshold')
    .where('rule_key', '=', String(rule_id))
    .where('recovered_at', 'is', null)
    .execute()
}

/** Devices of the scope and product by their ids on the wire. */
export const listTargetDevices = (
  db: Db,
  caller: Pick<Caller, 'scope'>,
  product_key: string,
  macs: readonly string[],
) =>
  db
    .selectFrom('devices')
    .select(['device_id', 'mac'])
    .where(sql<SqlBool>`devices.mac = any(${[...macs]}::text[])`)
    .where('devices.product_key', '=', product_key)
    .where(withinScope(caller.scope, 'devices'))
    .execute()
