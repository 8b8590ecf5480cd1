import type { UpgradeType } from '@heatfleet/contract/firmware/firmware.ts'
import type { RolloutFilter } from '@heatfleet/contract/rollouts/rollout.ts'
import { ROLLOUT_UNIT_STATES, type RolloutState, type RolloutUnitState } from '@heatfleet/contract/transitions.ts'
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { addJob } from '../../platform/jobs.ts'
import { type ListPage, type ListPart, listPage } from '../../platform/list-page.ts'
import { rolloutsWithin, type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import type { RolloutContent, RolloutOrigin, RolloutPace } from '../../platform/tables-rollouts.ts'

type Db = Kysely<Tables>

/** Name of the task in the queue. */
export const ROLLOUT_TASK = 'rollout'

const rows = (db: Db) =>
  db
    .selectFrom('rollouts')
    .innerJoin('products', 'products.product_key', 'rollouts.product_key')
    .leftJoin('firmware', 'firmware.firmware_id', 'rollouts.firmware_id')

const COLUMNS = [
  'rollouts.rollout_id',
  'rollouts.kind',
  'rollouts.firmware_id',
  'rollouts.upgrade_type',
  'firmware.name as firmware_name',
  'firmware.module as firmware_module',
  'firmware.software_version as firmware_version',
  'rollouts.name',
  'rollouts.remark',
  'rollouts.product_key',
  'products.name as product_name',
  'products.english_name as product_english_name',
  'rollouts.uid',
  'rollouts.api_token_id',
  'rollouts.creator',
  'rollouts.origin',
  'rollouts.settings',
  'rollouts.target',
  'rollouts.rules',
  'rollouts.state',
  'rollouts.halted',
  'rollouts.wave',
  'rollouts.wave_sizes',
  'rollouts.tolerated',
  'rollouts.counts',
  'rollouts.of_rollout_id',
  'rollouts.approver',
  'rollouts.created_at',
  'rollouts.approved_at',
  'rollouts.started_at',
  'rollouts.deadline_at',
  'rollouts.finished_at',
] as const

/** A rollout of the scope. */
export const findRollout = (db: Db, scope: Scope, rollout_id: number) =>
  rows(db)
    .select(COLUMNS)
    .where('rollout_id', '=', rollout_id)
    .where(rolloutsWithin(scope, 'rollouts'))
    .executeTakeFirst()
export type RolloutRow = NonNullable<Awaited<ReturnType<typeof findRollout>>>

/** A rollout whose units may be under way: the system's own work, no scope. */
export const findRolloutToRun = (db: Db, rollout_id: number): Promise<RolloutRow | undefined> =>
  rows(db)
    .select(COLUMNS)
    .where('rollout_id', '=', rollout_id)
    .where('rollouts.state', 'in', ['running', 'paused', 'stopped'])
    .executeTakeFirst()

/** Which rollouts: those of settings, or of firmware, perhaps of one firmware. */
type OfKind = {
  kind?: RolloutRow['kind']
  firmware_id?: number | undefined
  upgrade_type?: UpgradeType | undefined
}

/** A part of the rollouts of the scope, the newest first; of settings unless the other kind is named. */
export const listRollouts = <Part extends ListPart>(
  db: Db,
  scope: Scope,
  filter: RolloutFilter & OfKind,
  part: Part,
): Promise<ListPage<RolloutRow, Part>> => {
  const matching = rows(db)
    .where(rolloutsWithin(scope, 'rollouts'))
    .where((is) => is.and(conditionsOf(scope, filter)))
  return listPage(
    {
      matching,
      rows: matching.select(COLUMNS),
      order: (found) => found.orderBy('rollouts.rollout_id', 'desc'),
      key: 'rollouts.rollout_id',
    },
    part,
  )
}

const within = (text: string): string => `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`

const conditionsOf = (
  scope: Scope,
  {
    name,
    product_key,
    state,
    creator,
    mac,
    from,
    to,
    kind = 'settings',
    firmware_id,
    upgrade_type,
  }: RolloutFilter & OfKind,
): Expression<SqlBool>[] =>
  [
    sql<SqlBool>`rollouts.kind = ${kind}`,
    firmware_id === undefined ? null : sql<SqlBool>`rollouts.firmware_id = ${firmware_id}`,
    upgrade_type === undefined ? null : sql<SqlBool>`rollouts.upgrade_type = ${upgrade_type}`,
    name ? sql<SqlBool>`lower(rollouts.name) like ${within(name)}` : null,
    creator ? sql<SqlBool>`lower(rollouts.creator) like ${within(creator)}` : null,
    product_key === undefined ? null : sql<SqlBool>`rollouts.product_key = ${product_key}`,
    state === undefined ? null : sql<SqlBool>`rollouts.state = ${state}`,
    mac === undefined
      ? null
      : sql<SqlBool>`exists (select from rollout_units join devices on devices.device_id = rollout_units.device_id
          where rollout_units.rollout_id = rollouts.rollout_id and devices.mac = ${mac}
            and ${withinScope(scope, 'devices')})`,
    from === undefined ? null : sql<SqlBool>`rollouts.created_at >= ${new Date(from)}`,
    to === undefined ? null : sql<SqlBool>`rollouts.created_at <= ${new Date(to)}`,
  ].filter((condition) => condition !== null)

/** A rollout as it is inserted. */
export type NewRollout = {
  kind?: 'settings' | 'firmware'
  firmware_id?: number | null
  upgrade_type?: UpgradeType | null
  name: string
  remark: string
  product_key: string
  /** Null = the system by itself, for an account that is gone. */
  uid: number | null
  api_token_id: number | null
  creator: string
  agent_path: string
  group_id: number | null
  origin: RolloutOrigin
  settings: RolloutContent
  target: object
  rules: RolloutPace
  state: RolloutState
  of_rollout_id: number | null
  created_at: Date
}

/** Inserts a rollout; null when the account has `open_max` open ones. */
export const insertRollout = async (trx: Db, rollout: NewRollout, open_max: number): Promise<number | null> => {
  // One after the other for one account, so that two at once do not pass the limit together.
  await trx.selectFrom('accounts').select('uid').where('uid', '=', rollout.uid).forUpdate().execute()
  const open = await trx
    .selectFrom('rollouts')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('uid', '=', rollout.uid)
    .where('state', 'in', ['proposed', 'approved', 'running', 'paused'])
    .executeTakeFirstOrThrow()
  if (open.n >= open_max) return null
  const { origin, settings, target, rules, ...values } = rollout
  const { rollout_id } = await trx
    .insertInto('rollouts')
    .values({
      ...values,
      origin: JSON.stringify(origin),
      settings: JSON.stringify(settings),
      target: JSON.stringify(target),
      rules: JSON.stringify(rules),
    })
    .returning('rollout_id')
    .executeTakeFirstOrThrow()
  return rollout_id
}

/** What a change of state writes beside it. */
type MoveFacts = Partial<{
  halted: 'manual' | 'failures' | 'wave' | 'test' | null
  approver: string
  approved_at: Date
  started_at: Date
  deadline_at: Date
  finished_at: Date | null
  wave: number
  wave_sizes: number[]
  tolerated: number
}>

/** Changes the state of a rollout; false when it is in none of the states `from` (any more). */
export const moveRollout = async (
  db: Db,
  rollout_id: number,
  to: RolloutState,
  from: readonly RolloutState[],
  facts: MoveFacts = {},
): Promise<boolean> => {
  const done = await db
    .updateTable('rollouts')
    .set({ state: to, halted: null, ...facts })
    .where('rollout_id', '=', rollout_id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Opens the next wave of a running rollout; false when it is not running or that wave is open. */
export const openWave = async (db: Db, rollout_id: number, wave: number): Promise<boolean> => {
  const done = await db
    .updateTable('rollouts')
    .set({ wave })
    .where('rollout_id', '=', rollout_id)
    .where('state', '=', 'running')
    .where('wave', '=', wave - 1)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Writes how many units are in each state, for the list. */
export const saveCounts = async (db: Db, rollout_id: number): Promise<Record<RolloutUnitState, number>> => {
  const { counts } = await db
    .updateTable('rollouts')
    .set({
      counts: sql`(select coalesce(jsonb_object_agg(state, n), '{}')
        from (select state, count(*) as n from rollout_units where rollout_id = ${rollout_id} group by 1) units)`,
    })
    .where('rollout_id', '=', rollout_id)
    .returning('counts')
    .executeTakeFirstOrThrow()
  return withZeros(counts)
}

/** Counts by state with those that are zero. */
export const withZeros = (counts: Partial<Record<RolloutUnitState, number>>) =>
  Object.fromEntries(ROLLOUT_UNIT_STATES.map((state) => [state, counts[state] ?? 0])) as Record<
    RolloutUnitState,
    number
  > // each of them

/** Queues the next turn; one that waits already is replaced. */
export const queueTurn = (db: Db, rollout_id: number, delay_ms = 0): Promise<void> => {
  const key = `rollout-${rollout_id}`
  return addJob(db, { task: ROLLOUT_TASK, payload: { rollout_id }, queue: key, key, delay_ms })
}

/** Rollouts with work to do: running, or with units under way. */
export const listActive = async (db: Db): Promise<number[]> => {
  const found = await db
    .selectFrom('rollouts')
    .select('rollout_id')
    .where((is) =>
      is.or([
        is('state', '=', 'running'),
        is.and([
          is('state', 'in', ['paused', 'stopped']),
          sql<SqlBool>`exists (select from rollout_units
            where rollout_units.rollout_id = rollouts.rollout_id and rollout_units.state = 'sent')`,
        ]),
      ]),
    )
    .orderBy('rollout_id')
    .execute()
  return found.map(({ rollout_id }) => rollout_id)
}

/** How often each template was rolled out in the scope. */
export const listTemplateUse = (db: Db, scope: Scope) =>
  db
    .selectFrom('rollouts')
    .select([
      'product_key',
      sql<string>`settings -> 'template' ->> 'name'`.as('name'),
      sql<number>`count(*)::int`.as('used_by'),
      sql<Date>`max(created_at)`.as('last_used'),
    ])
    .where(rolloutsWithin(scope, 'rollouts'))
    .where(sql<SqlBool>`settings -> 'template' ->> 'name' is not null`)
    .groupBy(['product_key', sql`settings -> 'template' ->> 'name'`])
    .execute()

/** Deletes rollouts that ended before a moment, with their rollbacks. */
export const deleteOldRollouts = async (db: Db, ended_before: Date): Promise<void> => {
  await db
    .deleteFrom('rollouts')
    .where((is) =>
      is.or([
        is('finished_at', '<', ended_before),
        is.and([is('state', 'in', ['proposed', 'approved', 'rejected']), is('created_at', '<', ended_before)]),
      ]),
    )
    .execute()
}
