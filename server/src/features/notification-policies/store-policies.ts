import type { PolicyDraft, PolicyFilter } from '@heatfleet/contract/notification-policies/policy.ts'
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../caller.ts'
import { addJob } from '../../platform/jobs.ts'
import { type ListPart, listPage } from '../../platform/list-page.ts'
import type { Tables } from '../../platform/tables.ts'
import { isAsRead, namedLike, ownedWithin } from './store-owner.ts'

type Db = Kysely<Tables>

/** Name of the task in the queue. */
export const TURN_TASK = 'notifications'

/** Queues a turn; a waiting one is replaced. */
export const queueTurn = (db: Db, delay_ms = 0): Promise<void> =>
  addJob(db, { task: TURN_TASK, payload: {}, queue: TURN_TASK, key: TURN_TASK, delay_ms })

const policyRows = (db: Db, caller: Caller) =>
  db
    .selectFrom('notification_policies')
    .leftJoin('distributors', 'distributors.agent_id', 'notification_policies.agent_id')
    .leftJoin('accounts as creators', 'creators.uid', 'notification_policies.created_by')
    .where(ownedWithin(caller, 'notification_policies'))

type NamedChannel = {
  channel_id: number
  channel_name: string
  kind: Tables['notification_channels']['kind']
  enabled: boolean
}

const COLUMNS = [
  'notification_policies.policy_id',
  'notification_policies.policy_name',
  'notification_policies.events',
  'notification_policies.alarm_types',
  'notification_policies.product_keys',
  'notification_policies.resource_group_id',
  sql<string | null>`(select group_name from resource_groups
    where resource_groups.group_id = notification_policies.resource_group_id)`.as('resource_group_name'),
  'notification_policies.least',
  'notification_policies.role_ids',
  'notification_policies.to_distributor',
  'notification_policies.to_app_users',
  'notification_policies.in_app',
  'notification_policies.quiet_hours',
  'notification_policies.time_zone',
  'notification_policies.digest_minutes',
  'notification_policies.escalation',
  'notification_policies.enabled',
  'notification_policies.agent_id',
  'notification_policies.updated_at',
  'distributors.agent_name',
  'distributors.agent_path as owner_path',
  'creators.user_name as creator',
  sql<
    NamedChannel[]
  >`coalesce((select jsonb_agg(jsonb_build_object('channel_id', c.channel_id, 'channel_name', c.channel_name,
      'kind', c.kind, 'enabled', c.enabled) order by lower(c.channel_name))
    from notification_policy_channels p join notification_channels c on c.channel_id = p.channel_id
    where p.policy_id = notification_policies.policy_id), '[]')`.as('channels'),
  sql<{ role_id: number; role_name: string }[]>`coalesce((select jsonb_agg(jsonb_build_object('role_id', r.role_id,
      'role_name', r.role_name) order by r.role_name)
    from roles r where r.role_id = any(notification_policies.role_ids)), '[]')`.as('roles'),
] as const

const SORTED_BY = {
  policy_name: sql`lower(notification_policies.policy_name)`,
  updated_at: sql`notification_policies.updated_at`,
} as const satisfies Record<PolicyFilter['sort_by'], unknown>

/** A part of the policies visible to the caller that match. */
export const listPolicies = <Part extends ListPart>(
  db: Db,
  caller: Caller,
  { policy_name, event, enabled, sort_by, sort_order }: PolicyFilter,
  part: Part,
) => {
  const conditions = [
    namedLike('notification_policies.policy_name', policy_name),
    event === undefined ? null : sql<SqlBool>`${event} = any(notification_policies.events)`,
    enabled === undefined ? null : sql<SqlBool>`notification_policies.enabled = ${enabled}`,
  ].filter((condition) => condition !== null)
  const matching = policyRows(db, caller).where((where) => where.and(conditions))
  return listPage(
    {
      matching,
      rows: matching.select(COLUMNS),
      order: (rows) => rows.orderBy(SORTED_BY[sort_by], sort_order).orderBy('notification_policies.policy_id'),
      key: 'notification_policies.policy_id',
    },
    part,
  )
}

/** Names of visible policies, or of those of these numbers that are visible. */
export const listPolicyNames = (db: Db, caller: Caller, { ids, limit }: { ids?: readonly number[]; limit: number }) =>
  policyRows(db, caller)
    .$if(ids !== undefined, (query) => query.where('notification_policies.policy_id', 'in', [...(ids ?? [])]))
    .select([
      'notification_policies.policy_id',
      'notification_policies.policy_name',
      'notification_policies.enabled',
      sql<string>`coalesce(distributors.agent_name, '')`.as('agent_name'),
    ])
    .orderBy(sql`lower(notification_policies.policy_name)`)
    .limit(limit)
    .execute()

/** A visible policy, or undefined. */
export const findPolicy = (db: Db, caller: Caller, policy_id: number) =>
  policyRows(db, caller).select(COLUMNS).where('notification_policies.policy_id', '=', policy_id).executeTakeFirst()
export type PolicyRow = NonNullable<Awaited<ReturnType<typeof findPolicy>>>

/**
 * Roles that people of an organisation may have: the built-in ones, its own, and those of organisations below; `own_only`
 * for whom sees a part of it only, without those below.
 */
export const listUsableRoles = (
  db: Db,
  { agent_id, agent_path }: Pick<Caller, 'agent_id' | 'agent_path'>,
  own_only = false,
) =>
  db
    .selectFrom('roles')
    .leftJoin('distributors', 'distributors.agent_id', 'roles.agent_id')
    .where(
      agent_id === null
        ? sql<SqlBool>`true`
        : sql<SqlBool>`((roles.built_in and roles.level = 'distributor') or starts_with(distributors.agent_path, ${agent_path}))`,
    )
    .$if(own_only, (query) =>
      query.where((eb) =>
        eb.or([eb('roles.built_in', '=', true), eb('roles.agent_id', 'is not distinct from', agent_id)]),
      ),
    )
    .select(['role_id', 'role_name'])
    .orderBy('role_name')
    .execute()

/** How many of these products there are. */
export const countProducts = async (db: Db, keys: readonly string[]): Promise<number> => {
  if (keys.length === 0) return 0
  const { n } = await db
    .selectFrom('products')
    .where('product_key', 'in', [...keys])
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}

type Values = Omit<PolicyDraft, 'channel_ids'>
const stored = ({ quiet_hours, escalation, ...values }: Values) => ({
  ...values,
  quiet_hours: JSON.stringify(quiet_hours),
  escalation: JSON.stringify(escalation.toSorted((a, b) => a.after_minutes - b.after_minutes)),
})

const writeChannels = async (trx: Db, policy_id: number, channel_ids: readonly number[]): Promise<void> => {
  await trx.deleteFrom('notification_policy_channels').where('policy_id', '=', policy_id).execute()
  if (channel_ids.length > 0)
    await trx
      .insertInto('notification_policy_channels')
      .values(channel_ids.map((channel_id) => ({ policy_id, channel_id })))
      .execute()
}

/** Creates a policy of the caller's organisation; null when this has `max` already. A taken name violates uniqueness. */
export const insertPolicy = (
  db: Db,
  { uid, agent_id, narrowed_uid }: Pick<Caller, 'uid' | 'agent_id'> & { narrowed_uid: number | null },
  { channel_ids, ...values }: PolicyDraft,
  { at, max }: { at: Date; max: number },
): Promise<number | null> =>
  db.transaction().execute(async (trx) => {
    const { n } = await trx
      .selectFrom('notification_policies')
      .select(sql<number>`count(*)::int`.as('n'))
      .where(sql<SqlBool>`agent_id is not distinct from ${agent_id}`)
      .executeTakeFirstOrThrow()
    if (n >= max) return null
    const { policy_id } = await trx
      .insertInto('notification_policies')
      .values({ ...stored(values), created_by: uid, narrowed_uid, agent_id, created_at: at, updated_at: at })
      .returning('policy_id')
      .executeTakeFirstOrThrow()
    await writeChannels(trx, policy_id, channel_ids)
    await queueTurn(trx)
    return policy_id
  })

/** Changes a policy that was read at `read_at`; false when it was changed or removed since. */
export const updatePolicy = (
  db: Db,
  { policy_id, read_at, at, narrowed_uid }: { policy_id: number; read_at: Date; at: Date; narrowed_uid: number | null },
  { channel_ids, ...values }: PolicyDraft,
): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const done = await trx
      .updateTable('notification_policies')
      .set({ ...stored(values), narrowed_uid, updated_at: at })
      .where('policy_id', '=', policy_id)
      .where(isAsRead(read_at))
      .executeTakeFirst()
    if (done.numUpdatedRows === 0n) return false
    await writeChannels(trx, policy_id, channel_ids)
    return true
  })

export const setPolicyEnabled = (db: Db, policy_id: number, enabled: boolean, at: Date): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await trx
      .updateTable('notification_policies')
      .set({ enabled, updated_at: at })
      .where('policy_id', '=', policy_id)
      .execute()
    if (enabled) await queueTurn(trx)
  })

/** Removes a policy that was read at `read_at` with its waiting messages; false when it was changed or removed since. */
export const deletePolicy = (db: Db, { policy_id, read_at }: { policy_id: number; read_at: Date }): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom('notification_policies')
      .select('policy_id')
      .where('policy_id', '=', policy_id)
      .where(isAsRead(read_at))
      .forUpdate()
      .executeTakeFirst()
    if (found === undefined) return false
    await trx
      .deleteFrom('notification_deliveries')
      .where('policy_id', '=', policy_id)
      .where('state', '=', 'queued')
      .execute()
    await trx.deleteFrom('notification_policies').where('policy_id', '=', policy_id).execute()
    return true
  })
