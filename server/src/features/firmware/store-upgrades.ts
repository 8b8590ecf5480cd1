import { resultOf, type Upgrade } from '@heatfleet/contract/firmware/firmware.ts'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type ListPage, type ListPart, listPage } from '../../platform/list-page.ts'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** Upgrades of one unit that is in scope, the newest first. */
export const listUpgradesOf = <Part extends ListPart>(db: Db, scope: Scope, mac: string, part: Part) => {
  const matching = db
    .selectFrom('upgrades')
    .innerJoin('devices', 'devices.device_id', 'upgrades.device_id')
    .innerJoin('firmware', 'firmware.firmware_id', 'upgrades.firmware_id')
    .leftJoin('rollouts', 'rollouts.rollout_id', 'upgrades.rollout_id')
    .where('devices.mac', '=', mac)
    .where(withinScope(scope, 'devices'))
  return listPage(
    {
      matching,
      rows: matching.select([
        'upgrades.upgrade_id',
        'upgrades.rollout_id',
        sql<Upgrade['type']>`coalesce(rollouts.upgrade_type, 'single')`.as('type'),
        'devices.mac',
        'upgrades.firmware_id',
        'firmware.name as firmware_name',
        'firmware.module',
        'upgrades.from_version',
        'firmware.software_version as to_version',
        'upgrades.state',
        'upgrades.reason',
        'upgrades.percent',
        sql<string>`coalesce(rollouts.creator, '')`.as('creator'),
        'upgrades.created_at',
        'upgrades.moved_at',
        'upgrades.finished_at',
      ]),
      order: (rows) => rows.orderBy('upgrades.upgrade_id', 'desc'),
      key: 'upgrades.upgrade_id',
    },
    part,
  ) satisfies Promise<ListPage<object, Part>>
}
type UpgradeRow = Awaited<ReturnType<typeof listUpgradesOf>>['rows'][number]

/** A stored upgrade on the wire. */
export const toUpgrade = ({ created_at, moved_at, finished_at, ...row }: UpgradeRow): Upgrade => ({
  ...row,
  result: resultOf(row.state),
  create_time: created_at.toISOString(),
  update_time: moved_at.toISOString(),
  finish_time: finished_at?.toISOString() ?? null,
})

/** Units of the scope with what decides whether they can be upgraded now, in the order of their ids. */
export const listVersions = (db: Db, scope: Scope, device_ids: readonly number[]) =>
  db
    .selectFrom('devices')
    .leftJoin('device_status', 'device_status.device_id', 'devices.device_id')
    .leftJoin('distributors', 'distributors.agent_id', 'devices.agent_id')
    .leftJoin('bindings', (join) =>
      join.onRef('bindings.device_id', '=', 'devices.device_id').on('bindings.role', '=', 'owner'),
    )
    .select([
      'devices.device_id',
      'devices.mac',
      'devices.lon',
      'distributors.country',
      'bindings.bound_at as owned_since',
      'devices.product_key',
      'devices.module_type',
      'devices.module_version',
      'devices.hardware_version',
      'devices.software_version',
      'devices.replaced_at',
      sql<boolean>`coalesce(device_status.online, false)`.as('online'),
      'device_status.latest_blocks',
    ])
    .where(sql<SqlBool>`devices.device_id = any(${[...device_ids]}::int[])`)
    .where(withinScope(scope, 'devices'))
    .orderBy('devices.mac')
    .execute()
export type UnitNow = Awaited<ReturnType<typeof listVersions>>[number]

/** One unit of the scope by its id. */
export const findUnit = async (db: Db, scope: Scope, mac: string): Promise<UnitNow | undefined> => {
  const row = await db
    .selectFrom('devices')
    .select('device_id')
    .where('mac', '=', mac)
    .where(withinScope(scope, 'devices'))
    .executeTakeFirst()
  return row === undefined ? undefined : (await listVersions(db, scope, [row.device_id]))[0]
}

type NewUpgrade = {
  firmware_id: number
  device_id: number
  rollout_id: number
  from_version: string
  at: Date
  expires_at: Date
  /** Its download is ended then; null = only standing still ends it. */
  limit_at: Date | null
}

/** Queues an upgrade; null when the unit has an open one. */
export const insertUpgrade = async (trx: Db, { at, expires_at, ...upgrade }: NewUpgrade): Promise<number | null> => {
  const row = await trx
    .insertInto('upgrades')
    .values({
      ...upgrade,
      state: 'waiting',
      reason: null,
      created_at: at,
      moved_at: at,
      deadline_at: expires_at,
      expires_at,
      finished_at: null,
    })
    .onConflict((conflict) => conflict.column('device_id').where('finished_at', 'is', null).doNothing())
    .returning('upgrade_id')
    .executeTakeFirst()
  return row?.upgrade_id ?? null
}

/** Takes back the upgrades of a rollout that no unit has begun with; their ids. */
export const cancelWaiting = async (trx: Db, rollout_id: number, at: Date): Promise<number[]> => {
  const gone = await trx
    .updateTable('upgrades')
    .set({ state: 'cancelled', moved_at: at, finished_at: at })
    .where('rollout_id', '=', rollout_id)
    .where('state', 'in', ['waiting', 'announced'])
    .returning('upgrade_id')
    .execute()
  return gone.map(({ upgrade_id }) => upgrade_id)
}

const minutes = (count: number) => sql`make_interval(mins => ${count})`
/** Reports are counted once, when the unit was watched long enough. */
const watched = (health_minutes: number, now: Date) =>
  sql`last.state = 'success' and last.finished_at <= ${now}::timestamptz - ${minutes(health_minutes)}`
/** Reports of a unit between two moments; 0 where the condition does not hold. */
const reportsOf = (from: RawBuilder<unknown>, to: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
  sql<number>`case when ${condition} then (select count(*)::int from report_hot
    where report_hot.device_id = rollout_units.device_id and report_hot.at > ${from} and report_hot.at <= ${to}) else 0 end`

/** The last upgrade of each unit of a rollout that is under way, with what its health is judged by. */
export const listUnderWay = (
  db: Db,
  rollout_id: number,
  { health_minutes, now }: { health_minutes: number; now: Date },
) =>
  db
    .selectFrom('rollout_units')
    .innerJoinLateral(
      (is) =>
        is
          .selectFrom('upgrades')
          .select(['upgrades.state', 'upgrades.reason', 'upgrades.finished_at', 'upgrades.created_at'])
          .whereRef('upgrades.rollout_id', '=', 'rollout_units.rollout_id')
          .whereRef('upgrades.device_id', '=', 'rollout_units.device_id')
          .orderBy('upgrades.upgrade_id', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .leftJoin('device_status', 'device_status.device_id', 'rollout_units.device_id')
    .select([
      'rollout_units.device_id',
      'rollout_units.tries',
      reportsOf(
        sql`last.created_at - ${minutes(health_minutes)}`,
        sql`last.created_at`,
        watched(health_minutes, now),
      ).as('reports_before'),
      reportsOf(
        sql`last.finished_at`,
        sql`last.finished_at + ${minutes(health_minutes)}`,
        watched(health_minutes, now),
      ).as('reports_after'),
      'last.state',
      'last.reason',
      'last.finished_at',
      sql<boolean>`coalesce(device_status.online, false)`.as('online'),
      'device_status.last_offline_at',
      'device_status.bus_status',
      sql<boolean>`exists (select from alarms where alarms.device_id = rollout_units.device_id
        and alarms.first_at > last.finished_at and alarms.severity in ('critical', 'major'))`.as('new_alarm'),
    ])
    .where('rollout_units.rollout_id', '=', rollout_id)
    .where('rollout_units.state', '=', 'sent')
    .where('last.finished_at', 'is not', null)
    .execute()
export type EndedUpgrade = Awaited<ReturnType<typeof listUnderWay>>[number]

/** Units of a product that could be upgraded to a firmware by themselves: none was tried with it lately, none is open. */
export const listLaggards = (
  db: Db,
  firmware: { firmware_id: number; product_key: string; module: 'dtu' | 'mcu'; hardware_version: string },
  limit: number,
) => {
  const [hardware, software] =
    firmware.module === 'dtu'
      ? (['devices.module_type', 'devices.module_version'] as const)
      : (['devices.hardware_version', 'devices.software_version'] as const)
  return db
    .selectFrom('devices')
    .select([
      'devices.device_id',
      'devices.mac',
      'devices.product_key',
      'devices.module_type',
      'devices.module_version',
    ])
    .select(['devices.hardware_version', 'devices.software_version'])
    .where('devices.product_key', '=', firmware.product_key)
    .where('devices.replaced_at', 'is', null)
    .where(hardware, '=', firmware.hardware_version)
    .where(software, '<>', '')
    .where(
      sql<SqlBool>`not exists (select from upgrades where upgrades.device_id = devices.device_id
        and (finished_at is null or firmware_id = ${firmware.firmware_id}))`,
    )
    .orderBy('devices.mac')
    .limit(limit)
    .execute()
}

/** Whether an automatic campaign of a firmware has not ended: the next begins when it has. */
export const hasRunningAutomatic = async (db: Db, firmware_id: number): Promise<boolean> =>
  (await db
    .selectFrom('rollouts')
    .select('rollout_id')
    .where('firmware_id', '=', firmware_id)
    .where('upgrade_type', '=', 'automatic')
    .where('state', 'in', ['approved', 'running', 'paused'])
    .executeTakeFirst()) !== undefined

/** Campaigns in which a unit of the scope waits, the newest first. */
export const listWaiting = (db: Db, scope: Scope, mac: string, limit: number) =>
  db
    .selectFrom('rollout_units')
    .innerJoin('devices', 'devices.device_id', 'rollout_units.device_id')
    .innerJoin('rollouts', 'rollouts.rollout_id', 'rollout_units.rollout_id')
    .innerJoin('firmware', 'firmware.firmware_id', 'rollouts.firmware_id')
    .select([
      'rollouts.rollout_id',
      'rollouts.name',
      'firmware.name as firmware_name',
      'firmware.software_version',
      'rollout_units.reason',
      'rollout_units.not_before as until',
    ])
    .where('devices.mac', '=', mac)
    .where('rollout_units.state', '=', 'waiting')
    .where('rollouts.state', 'in', ['running', 'paused'])
    .where(withinScope(scope, 'devices'))
    .orderBy('rollouts.rollout_id', 'desc')
    .limit(limit)
    .execute()

/** Whether owners of units of a product are asked before an upgrade; undefined = no such product. */
export const findConsentRule = async (db: Db, product_key: string): Promise<boolean | undefined> =>
  (await db.selectFrom('products').select('upgrade_consent').where('product_key', '=', product_key).executeTakeFirst())
    ?.upgrade_consent
/** Changes it. */
export const updateConsentRule = async (db: Db, product_key: string, upgrade_consent: boolean): Promise<void> => {
  await db.updateTable('products').set({ upgrade_consent }).where('product_key', '=', product_key).execute()
}

/** Name of a device group that the caller was found to see. */
export const findGroupName = async (db: Db, group_id: number): Promise<string | undefined> =>
  (await db.selectFrom('device_groups').select('group_name').where('group_id', '=', group_id).executeTakeFirst())
    ?.group_name
