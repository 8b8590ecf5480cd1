import type { ScheduledCommand, ScheduledState } from '@heatfleet/contract/controls/scheduled.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import type { RolloutOrigin } from '../../platform/tables-rollouts.ts'

type Db = Kysely<Tables>

const COLUMNS = [
  'scheduled_commands.scheduled_id',
  'scheduled_commands.points',
  'scheduled_commands.change_reason',
  'scheduled_commands.run_at',
  'scheduled_commands.expires_at',
  'scheduled_commands.operator_name',
  'scheduled_commands.created_at',
  'scheduled_commands.state',
  'scheduled_commands.reason',
  'scheduled_commands.cancelled_by',
  'scheduled_commands.finished_at',
] as const

const ofUnit = (db: Db, scope: Scope, mac: string) =>
  db
    .selectFrom('scheduled_commands')
    .innerJoin('devices', 'devices.device_id', 'scheduled_commands.device_id')
    .where('devices.mac', '=', mac)
    .where(withinScope(scope, 'devices'))

/** Commands of a unit of the scope that wait, the next one first, then the last ones that ended. */
export const listScheduled = async (db: Db, scope: Scope, mac: string): Promise<ScheduledRow[]> => {
  const pending = await ofUnit(db, scope, mac)
    .select(COLUMNS)
    .where('scheduled_commands.state', '=', 'pending')
    .orderBy('scheduled_commands.run_at')
    .orderBy('scheduled_commands.scheduled_id')
    .limit(LIMITS.scheduled_per_device_max)
    .execute()
  const ended = await ofUnit(db, scope, mac)
    .select(COLUMNS)
    .where('scheduled_commands.state', '<>', 'pending')
    .orderBy('scheduled_commands.scheduled_id', 'desc')
    .limit(LIMITS.scheduled_ended_shown)
    .execute()
  return [...pending, ...ended]
}

export const findScheduled = (db: Db, scope: Scope, mac: string, scheduled_id: number) =>
  ofUnit(db, scope, mac).select(COLUMNS).where('scheduled_commands.scheduled_id', '=', scheduled_id).executeTakeFirst()
export type ScheduledRow = NonNullable<Awaited<ReturnType<typeof findScheduled>>>

/** Whether there is such a unit in the scope. */
export const isUnit = async (db: Db, scope: Scope, mac: string): Promise<boolean> =>
  (await db
    .selectFrom('devices')
    .select('device_id')
    .where('mac', '=', mac)
    .where(withinScope(scope, 'devices'))
    .executeTakeFirst()) !== undefined

type NewScheduled = {
  device_id: number
  points: ScheduledCommand['points']
  change_reason: string
  run_at: Date
  expires_at: Date
  uid: number
  api_token_id: number | null
  operator_name: string
  origin: RolloutOrigin
  created_at: Date
}

/** Its id; null when so many of the unit wait already. The row of the unit is locked, so that two at a time are counted. */
export const insertScheduled = (db: Db, { points, origin, ...row }: NewScheduled): Promise<number | null> =>
  db.transaction().execute(async (trx) => {
    await sql`select from devices where device_id = ${row.device_id} for no key update`.execute(trx)
    const { n } = await trx
      .selectFrom('scheduled_commands')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('device_id', '=', row.device_id)
      .where('state', '=', 'pending')
      .executeTakeFirstOrThrow()
    if (n >= LIMITS.scheduled_per_device_max) return null
    const { scheduled_id } = await trx
      .insertInto('scheduled_commands')
      .values({
        ...row,
        points: JSON.stringify(points),
        origin: JSON.stringify(origin),
        reason: null,
        finished_at: null,
      })
      .returning('scheduled_id')
      .executeTakeFirstOrThrow()
    return scheduled_id
  })

type Ended = {
  state: Exclude<ScheduledState, 'pending'>
  at: Date
  reason?: string
  cancelled_by?: string
  control_ids?: readonly number[]
}

/** Ends a command that waits; false = it has ended already. The only function that changes its state. */
export const endScheduled = async (db: Db, scheduled_id: number, { state, at, ...ended }: Ended): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('scheduled_commands')
    .set({
      state,
      finished_at: at,
      reason: ended.reason ?? null,
      cancelled_by: ended.cancelled_by ?? '',
      control_ids: (ended.control_ids ?? []).map(String),
    })
    .where('scheduled_id', '=', scheduled_id)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Commands whose time has come, the oldest first: all of them, whoever scheduled them. */
export const listDueScheduled = (
  db: Db,
  now: Date,
  after: { run_at: Date; scheduled_id: number } | null,
  limit: number,
) =>
  db
    .selectFrom('scheduled_commands')
    .innerJoin('devices', 'devices.device_id', 'scheduled_commands.device_id')
    .select([
      'scheduled_commands.scheduled_id',
      'scheduled_commands.points',
      'scheduled_commands.change_reason',
      'scheduled_commands.run_at',
      'scheduled_commands.expires_at',
      'scheduled_commands.uid',
      'scheduled_commands.api_token_id',
      'scheduled_commands.origin',
      'devices.mac',
    ])
    .where('scheduled_commands.state', '=', 'pending')
    .where('scheduled_commands.run_at', '<=', now)
    .where(
      after === null
        ? sql<SqlBool>`true`
        : sql<SqlBool>`(scheduled_commands.run_at, scheduled_commands.scheduled_id) > (${after.run_at}, ${after.scheduled_id})`,
    )
    .orderBy('scheduled_commands.run_at')
    .orderBy('scheduled_commands.scheduled_id')
    .limit(limit)
    .execute()
export type DueCommand = Awaited<ReturnType<typeof listDueScheduled>>[number]

/** Deletes what ended before a moment. */
export const deleteOldScheduled = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('scheduled_commands').where('finished_at', '<', before).execute()
}
