import type { DeviceGroupFilter, DeviceGroupRule } from '@heatfleet/contract/device-groups/device-groups.ts'
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../caller.ts'
import { type ListPart, listPage } from '../../platform/list-page.ts'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { deviceGroupsWithin } from '../devices/public.ts'

type Db = Kysely<Tables>

const groupRows = (db: Db, caller: Caller) =>
  db
    .selectFrom('device_groups')
    .leftJoin('distributors', 'distributors.agent_id', 'device_groups.agent_id')
    .leftJoin('accounts as creators', 'creators.uid', 'device_groups.created_by')
    .where(deviceGroupsWithin(caller))

const COLUMNS = [
  'device_groups.group_id',
  'device_groups.group_name',
  'device_groups.description',
  'device_groups.filter',
  'device_groups.agent_id',
  'distributors.agent_name',
  'distributors.agent_path as owner_path',
  'creators.user_name as creator',
  'device_groups.created_at',
  'device_groups.updated_at',
  sql<string | null>`(select named.agent_path from distributors named
    where named.agent_id = (device_groups.filter->>'agent_id')::int)`.as('agent_path'),
] as const

const SORTED_BY = {
  group_name: sql`lower(device_groups.group_name)`,
  created_at: sql`device_groups.created_at`,
  updated_at: sql`device_groups.updated_at`,
} as const satisfies Record<DeviceGroupFilter['sort_by'], unknown>

/** A part of the groups visible to the caller that match. */
export const listGroups = <Part extends ListPart>(
  db: Db,
  caller: Caller,
  { group_name, kind, sort_by, sort_order }: DeviceGroupFilter,
  part: Part,
) => {
  const conditions = [
    group_name ? sql<SqlBool>`position(lower(${group_name}) in lower(device_groups.group_name)) > 0` : null,
    kind === undefined ? null : sql<SqlBool>`(device_groups.filter is null) = ${kind === 'static'}`,
  ].filter((condition) => condition !== null)
  const matching = groupRows(db, caller).where((where) => where.and(conditions))
  return listPage(
    {
      matching,
      rows: matching.select(COLUMNS),
      order: (rows) => rows.orderBy(SORTED_BY[sort_by], sort_order).orderBy('device_groups.group_id'),
      key: 'device_groups.group_id',
    },
    part,
  )
}

/** A visible group, or undefined. */
export const findGroup = (db: Db, caller: Caller, group_id: number) =>
  groupRows(db, caller).select(COLUMNS).where('device_groups.group_id', '=', group_id).executeTakeFirst()
export type GroupRow = NonNullable<Awaited<ReturnType<typeof findGroup>>>

/** Stored values of a group. */
type GroupValues = { group_name: string; description: string; filter: DeviceGroupRule | null }

const stored = ({ filter, ...values }: GroupValues) => ({
  ...values,
  filter: filter === null ? null : JSON.stringify(filter),
})

/** Creates a group of the caller's organisation; null when this has `max` already. A taken name violates the table's uniqueness. */
export const insertGroup = (
  db: Db,
  { uid, agent_id }: Pick<Caller, 'uid' | 'agent_id'>,
  group: GroupValues & { device_ids: readonly number[] },
  { at, max }: { at: Date; max: number },
): Promise<number | null> =>
  db.transaction().execute(async (trx) => {
    const { device_ids, ...values } = group
    const { n } = await trx
      .selectFrom('device_groups')
      .select(sql<number>`count(*)::int`.as('n'))
      .where(sql<SqlBool>`agent_id is not distinct from ${agent_id}`)
      .executeTakeFirstOrThrow()
    if (n >= max) return null
    const { group_id } = await trx
      .insertInto('device_groups')
      .values({ ...stored(values), created_by: uid, agent_id, created_at: at, updated_at: at })
      .returning('group_id')
      .executeTakeFirstOrThrow()
    if (device_ids.length > 0)
      await trx
        .insertInto('device_group_members')
        .values(device_ids.map((device_id) => ({ group_id, device_id })))
        .execute()
    return group_id
  })

/** The wire has milliseconds, the column microseconds. */
const isAsRead = (read_at: Date) =>
  sql<SqlBool>`date_trunc('milliseconds', updated_at) = date_trunc('milliseconds', ${read_at}::timestamptz)`

type Moment = { group_id: number; read_at: Date }

/** Changes a group that was read at `read_at`; false when it was changed or removed since. */
export const updateGroup = async (db: Db, moment: Moment & { at: Date }, group: GroupValues): Promise<boolean> => {
  const done = await db
    .updateTable('device_groups')
    .set({ ...stored(group), updated_at: moment.at })
    .where('group_id', '=', moment.group_id)
    .where(isAsRead(moment.read_at))
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Removes a group that was read at `read_at`; false when it was changed or removed since. */
export const deleteGroup = async (db: Db, { group_id, read_at }: Moment): Promise<boolean> => {
  const done = await db
    .deleteFrom('device_groups')
    .where('group_id', '=', group_id)
    .where(isAsRead(read_at))
    .executeTakeFirst()
  return done.numDeletedRows > 0n
}

/** Those of the devices that are in the scope. */
export const listDevices = (db: Db, scope: Scope, macs: readonly string[]) =>
  macs.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('devices')
        .select(['device_id', 'mac'])
        .where('mac', 'in', [...macs])
        .where(withinScope(scope, 'devices'))
        .execute()

/** Puts a device into a static group; false when this holds `max` already. */
export const addMember = (db: Db, group_id: number, device_id: number, max: number): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    // One after the other for one group, so that two at once do not pass the limit together.
    await trx.selectFrom('device_groups').select('group_id').where('group_id', '=', group_id).forUpdate().execute()
    const { n } = await trx
      .selectFrom('device_group_members')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('group_id', '=', group_id)
      .where('device_id', '<>', device_id)
      .executeTakeFirstOrThrow()
    if (n >= max) return false
    await trx
      .insertInto('device_group_members')
      .values({ group_id, device_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return true
  })

export const removeMember = async (db: Db, group_id: number, device_id: number): Promise<void> => {
  await db
    .deleteFrom('device_group_members')
    .where('group_id', '=', group_id)
    .where('device_id', '=', device_id)
    .execute()
}

/** Groups visible to the caller by name, for pickers. */
export const listNames = (db: Db, caller: Caller) =>
  groupRows(db, caller)
    .select([
      'device_groups.group_id',
      'device_groups.group_name',
      'device_groups.agent_id',
      'distributors.agent_path as owner_path',
      sql<boolean>`device_groups.filter is not null`.as('dynamic'),
    ])
    .orderBy(sql`lower(device_groups.group_name)`)
    .orderBy('device_groups.group_id')
    .execute()
