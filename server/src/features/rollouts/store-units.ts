import type { RolloutUnit, RolloutUnitFilter } from '@heatfleet/contract/rollouts/rollout.ts'
import { type RolloutUnitState, unitStatesBefore } from '@heatfleet/contract/transitions.ts'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { type ListPage, type ListPart, listPage } from '../../platform/list-page.ts'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import type { UnitValues } from '../../platform/tables-rollouts.ts'
import type { SentCommand } from './settings-step.ts'
import { withZeros } from './store.ts'

type Db = Kysely<Tables>
type LastUpgrade = Omit<NonNullable<RolloutUnit['upgrade']>, 'result'>
export type NewUnit = { device_id: number; wave: number; own_values: UnitValues | null }

/** Fixes the units of a rollout, in their order. */
export const insertUnits = async (db: Db, rollout_id: number, units: readonly NewUnit[]): Promise<void> => {
  await db
    .insertInto('rollout_units')
    .columns(['rollout_id', 'position', 'device_id', 'wave', 'own_values'])
    .expression(
      sql`select ${rollout_id}::int, position, device_id, wave, nullif(own_values, 'null')
        from unnest(${units.map(({ device_id }) => device_id)}::int[], ${units.map(({ wave }) => wave)}::int[],
          ${units.map(({ own_values }) => JSON.stringify(own_values))}::jsonb[])
        with ordinality as listed (device_id, wave, own_values, position)`,
    )
    .execute()
}

/** Units of each wave by state. */
export const countWaves = async (db: Db, rollout_id: number, waves: number) => {
  const rows = await db
    .selectFrom('rollout_units')
    .select(['wave', 'state', sql<number>`count(*)::int`.as('n')])
    .where('rollout_id', '=', rollout_id)
    .groupBy(['wave', 'state'])
    .execute()
  return Array.from({ length: waves }, (_, index) =>
    withZeros(Object.fromEntries(rows.filter(({ wave }) => wave === index + 1).map(({ state, n }) => [state, n]))),
  )
}

const readyUnits = (db: Db, rollout_id: number, wave: number, at: Date) =>
  db
    .selectFrom('rollout_units')
    .innerJoin('device_status', 'device_status.device_id', 'rollout_units.device_id')
    .where('rollout_units.rollout_id', '=', rollout_id)
    .where('rollout_units.wave', '<=', wave)
    .where('rollout_units.state', '=', 'waiting')
    .where('device_status.online', '=', true)
    .where((is) => is.or([is('rollout_units.not_before', 'is', null), is('rollout_units.not_before', '<=', at)]))

/** Waiting units of the opened waves that are on line. */
export const countReady = async (db: Db, rollout_id: number, wave: number, at: Date): Promise<number> => {
  const { n } = await readyUnits(db, rollout_id, wave, at)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** The first of them. */
export const listReady = (db: Db, rollout_id: number, wave: number, at: Date, limit: number) =>
  readyUnits(db, rollout_id, wave, at)
    .select([
      'rollout_units.device_id',
      'rollout_units.own_values',
      sql<boolean>`rollout_units.old_values <> '{}'`.as('changed'),
      'rollout_units.consent',
      'rollout_units.consent_at',
    ])
    .orderBy('rollout_units.position')
    .limit(limit)
    .execute()
export type ReadyUnit = Awaited<ReturnType<typeof listReady>>[number]

/**
 * Marks a waiting unit of a running rollout as sent, in the transaction of its commands. False = it was begun, or the
 * rollout paused, meanwhile. The first old value of a point is kept: a later try finds what an earlier one wrote.
 */
export const markSent = async (
  trx: Db,
  rollout_id: number,
  device_id: number,
  { control_ids, old_values, at }: { control_ids: readonly number[]; old_values: UnitValues; at: Date },
): Promise<boolean> => {
  const done = await trx
    .updateTable('rollout_units')
    .set({
      state: 'sent',
      reason: null,
      control_ids: sql`${control_ids.map(String)}::bigint[]`,
      old_values: sql`${JSON.stringify(old_values)}::jsonb || old_values`,
      tries: sql`tries + 1`,
      begun_at: at,
      finished_at: null,
    })
    .where('rollout_id', '=', rollout_id)
    .where('device_id', '=', device_id)
    .where('state', 'in', unitStatesBefore('sent'))
    .where(
      sql<SqlBool>`exists (select from rollouts where rollouts.rollout_id = rollout_units.rollout_id
        and rollouts.state = 'running' for share)`,
    )
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** A unit that may not be begun now waits until that moment, and says why. */
export const postponeUnit = async (
  db: Db,
  rollout_id: number,
  device_id: number,
  { reason, until }: { reason: string; until: Date },
): Promise<void> => {
  await db
    .updateTable('rollout_units')
    .set({ reason, not_before: until })
    .where('rollout_id', '=', rollout_id)
    .where('device_id', '=', device_id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Units under way with the commands of their last try. */
export const listSent = (db: Db, rollout_id: number) =>
  db
    .selectFrom('rollout_units')
    .select([
      'device_id',
      sql<SentCommand[]>`(select coalesce(json_agg(json_build_object('key', point_key, 'state', control_log.state,
          'reason', control_log.reason, 'read_back', control_log.read_back) order by control_id), '[]')
        from control_log where control_id = any(rollout_units.control_ids))`.as('commands'),
    ])
    .where('rollout_id', '=', rollout_id)
    .where('state', '=', 'sent')
    .execute()

/** Writes the end of a unit; nothing where the transition is no longer legal. */
export const endUnit = async (
  db: Db,
  rollout_id: number,
  device_id: number,
  to: Extract<RolloutUnitState, 'done' | 'equal' | 'failed' | 'skipped'>,
  { at, reason = null, read_back = {} }: { at: Date; reason?: string | null; read_back?: UnitValues },
): Promise<void> => {
  await db
    .updateTable('rollout_units')
    .set({ state: to, reason, read_back: sql`read_back || ${JSON.stringify(read_back)}::jsonb`, finished_at: at })
    .where('rollout_id', '=', rollout_id)
    .where('device_id', '=', device_id)
    .where('state', 'in', unitStatesBefore(to))
    .execute()
}

/** What never reached its unit, or is tried again: it waits. False = it was tried `tries_max` times. */
export const returnUnit = async (
  db: Db,
  rollout_id: number,
  device_id: number,
  tries_max: number | null,
  { reason, until }: { reason: string | null; until: Date | null } = { reason: null, until: null },
): Promise<boolean> => {
  const done = await db
    .updateTable('rollout_units')
    .set({ state: 'waiting', reason, not_before: until })
    .where('rollout_id', '=', rollout_id)
    .where('device_id', '=', device_id)
    .where('state', '=', 'sent')
    .where(tries_max === null ? sql<SqlBool>`true` : sql<SqlBool>`tries < ${tries_max}`)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Units of a rollout that were begun since a moment. */
export const countBegun = async (db: Db, rollout_id: number, since: Date): Promise<number> => {
  const { n } = await db
    .selectFrom('rollout_units')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('rollout_id', '=', rollout_id)
    .where('begun_at', '>', since)
    .executeTakeFirstOrThrow()
  return n
}

const endWaiting =
  (to: 'expired' | 'skipped') =>
  async (db: Db, rollout_id: number, at: Date): Promise<void> => {
    await db
      .updateTable('rollout_units')
      .set({ state: to, finished_at: at })
      .where('rollout_id', '=', rollout_id)
      .where('state', 'in', unitStatesBefore(to))
      .execute()
  }
/** At the deadline: units that were never on line. */
export const expireUnits = endWaiting('expired')
/** When a rollout is stopped. */
export const skipUnits = endWaiting('skipped')

/** Lets failed and expired units wait again; how many. */
export const retryUnits = async (db: Db, rollout_id: number): Promise<number> => {
  const done = await db
    .updateTable('rollout_units')
    .set({ state: 'waiting', reason: null, finished_at: null, tries: 0, not_before: null })
    .where('rollout_id', '=', rollout_id)
    .where('state', 'in', ['failed', 'expired'])
    .executeTakeFirst()
  return Number(done.numUpdatedRows)
}

const ROLLBACK = sql`(select json_build_object('rollout_id', back.rollout_id, 'state', undone.state)
  from rollouts back join rollout_units undone on undone.rollout_id = back.rollout_id
    and undone.device_id = rollout_units.device_id
  where back.of_rollout_id = rollout_units.rollout_id order by back.rollout_id desc limit 1)`

/**
 * Units that a rollout changed and that can be given their old values, in the order of their ids; one that is being rolled
 * back, or was, is not listed again unless that failed.
 */
export const listRollbackable = (db: Db, scope: Scope, rollout_id: number, macs: readonly string[] | undefined) =>
  db
    .selectFrom('rollout_units')
    .innerJoin('devices', 'devices.device_id', 'rollout_units.device_id')
    .select(['rollout_units.device_id', 'rollout_units.old_values'])
    .where('rollout_units.rollout_id', '=', rollout_id)
    .where('rollout_units.state', 'in', ['done', 'failed', 'expired', 'skipped', 'waiting'])
    .where(
      sql<SqlBool>`exists (select from jsonb_each(rollout_units.old_values) old (key, value) where value <> 'null')`,
    )
    .where(sql<SqlBool>`coalesce(${ROLLBACK} ->> 'state', 'failed') in ('failed', 'expired', 'skipped')`)
    .where(macs === undefined ? sql<SqlBool>`true` : sql<SqlBool>`devices.mac = any(${[...macs]})`)
    .where(withinScope(scope, 'devices'))
    .orderBy('devices.mac')
    .execute()

/** A part of the units of a rollout that are in scope, in their order. */
export const listUnits = <Part extends ListPart>(
  db: Db,
  scope: Scope,
  { rollout_id, state, wave, macs }: RolloutUnitFilter,
  part: Part,
) => {
  let matching = db
    .selectFrom('rollout_units')
    .innerJoin('devices', 'devices.device_id', 'rollout_units.device_id')
    .leftJoin('distributors', 'distributors.agent_id', 'devices.agent_id')
    .leftJoin('device_status', 'device_status.device_id', 'devices.device_id')
    .where('rollout_units.rollout_id', '=', rollout_id)
    .where(withinScope(scope, 'devices'))
  if (state !== undefined) matching = matching.where('rollout_units.state', '=', state)
  if (wave !== undefined) matching = matching.where('rollout_units.wave', '=', wave)
  if (macs !== undefined && macs.length > 0) matching = matching.where(sql<SqlBool>`devices.mac = any(${macs})`)
  return listPage(
    {
      matching,
      rows: matching.select([
        'rollout_units.position',
        'devices.mac',
        'devices.device_name',
        'distributors.agent_name',
        sql<boolean>`coalesce(device_status.online, false)`.as('online'),
        'rollout_units.wave',
        'rollout_units.state',
        'rollout_units.reason',
        'rollout_units.own_values',
        'rollout_units.old_values',
        'rollout_units.read_back',
        'rollout_units.tries',
        'rollout_units.begun_at',
        'rollout_units.finished_at',
        sql<RolloutUnit['rollback']>`${ROLLBACK}`.as('rollback'),
        sql<LastUpgrade | null>`(select json_build_object('from_version', upgrades.from_version, 'to_version',
            firmware.software_version, 'state', upgrades.state, 'percent', upgrades.percent)
          from upgrades join firmware using (firmware_id)
          where upgrades.rollout_id = rollout_units.rollout_id and upgrades.device_id = rollout_units.device_id
          order by upgrade_id desc limit 1)`.as('last_upgrade'),
      ]),
      order: (rows) => rows.orderBy('rollout_units.position'),
      key: 'rollout_units.position',
    },
    part,
  ) satisfies Promise<ListPage<object, Part>>
}
export type UnitRow = Awaited<ReturnType<typeof listUnits>>['rows'][number]
