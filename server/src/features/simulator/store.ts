import type { PlantedKind } from '@heatfleet/contract/simulator/planted-events.ts'
import type { PlantTarget } from '@heatfleet/contract/simulator/simulator.ts'
import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import { regionPrefix } from '../../platform/region-prefix.ts'
import { agentsWithin, type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables> | Transaction<Tables>

/** Simulated units in scope: of the demo, and virtual ones. */
const simulatedWithin = (db: Db, scope: Scope) =>
  db
    .selectFrom('devices')
    .leftJoin('device_status', 'device_status.device_id', 'devices.device_id')
    .where('devices.simulated', '=', true)
    .where('devices.replaced_at', 'is', null)
    .where(withinScope(scope, 'devices'))

/** Those of a target. */
const targeted = (db: Db, scope: Scope, target: PlantTarget, product_key: string | undefined) => {
  const of_product = simulatedWithin(db, scope).$if(product_key !== undefined, (query) =>
    query.where('devices.product_key', '=', product_key ?? ''),
  )
  switch (target.by) {
    case 'all':
      return of_product
    case 'macs':
      return of_product.where('devices.mac', 'in', target.macs)
    case 'region':
      return of_product.where(
        sql<SqlBool>`devices.agent_id in (select agent_id from distributors
          where region_code like ${`${regionPrefix(target.region_code)}%`})`,
      )
    case 'agent':
      return of_product.where(
        sql<SqlBool>`devices.agent_path like (select agent_path from distributors
          where agent_id = ${target.agent_id}) || '%'`,
      )
    default:
      return target satisfies never
  }
}

const COUNTS = [
  sql<number>`count(*)::int`.as('units'),
  sql<number>`(count(*) filter (where device_status.online))::int`.as('online'),
] as const

export const countTargets = (db: Db, scope: Scope, target: PlantTarget, product_key: string | undefined) =>
  targeted(db, scope, target, product_key).select(COUNTS).executeTakeFirstOrThrow()

/** Ids of the simulated units of a target, at most so many. */
export const listTargetIds = async (
  db: Db,
  scope: Scope,
  { target, product_key }: { target: PlantTarget; product_key: string | undefined },
  limit: number,
): Promise<number[]> => {
  const rows = await targeted(db, scope, target, product_key)
    .select('devices.device_id')
    .orderBy('devices.device_id')
    .limit(limit)
    .execute()
  return rows.map(({ device_id }) => device_id)
}

/** Whether the installation has a simulated unit at all. System work: it decides about an entry of the menu. */
export const hasSimulatedUnit = async (db: Db): Promise<boolean> => {
  const found = await db
    .selectFrom('devices')
    .select('device_id')
    .where('simulated', '=', true)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Simulated units in scope by their product, with its version in use. */
export const listSimulatedProducts = (db: Db, scope: Scope) =>
  simulatedWithin(db, scope)
    .innerJoin('products', 'products.product_key', 'devices.product_key')
    .leftJoin('virtual_units', 'virtual_units.device_id', 'devices.device_id')
    .select([
      'products.product_key',
      'products.name as product_name',
      'products.english_name as product_english_name',
      'products.layout_id',
      ...COUNTS,
      sql<number>`count(virtual_units.device_id)::int`.as('virtual_units'),
    ])
    .groupBy('products.product_key')
    .orderBy('units', 'desc')
    .execute()

/** The points of a version of a product; they never change. */
export const findPoints = async (db: Db, layout_id: number) =>
  (await db.selectFrom('product_versions').select('points').where('layout_id', '=', layout_id).executeTakeFirst())
    ?.points ?? []

/** How many are neither over nor taken back. Locks the table against others that plant one. */
export const countOpenEvents = async (tx: Transaction<Tables>, now: Date): Promise<number> => {
  await sql`lock table planted_events in share row exclusive mode`.execute(tx)
  const { n } = await tx
    .selectFrom('planted_events')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('ended_at', 'is', null)
    .where('ends_at', '>', now)
    .executeTakeFirstOrThrow()
  return n
}

export const insertEvent = async (
  tx: Transaction<Tables>,
  event: {
    kind: PlantedKind
    product_key: string | null
    fault_key: string | null
    delta_k: number | null
    target: PlantTarget
    starts_at: Date
    ends_at: Date
    created_by: string
    created_at: Date
  },
  device_ids: readonly number[],
): Promise<number> => {
  const { event_id } = await tx
    .insertInto('planted_events')
    .values({ ...event, target: JSON.stringify(event.target) })
    .returning('event_id')
    .executeTakeFirstOrThrow()
  await sql`insert into planted_event_units (event_id, device_id)
    select ${event_id}, unnest(${device_ids}::int[])`.execute(tx)
  return event_id
}

/** Takes an event back, if it is open and every unit of it is in scope; false = it is not. */
export const endEvent = async (
  tx: Transaction<Tables>,
  scope: Scope,
  event_id: number,
  { by, at }: { by: string; at: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('planted_events')
    .set({ ended_at: at, ended_by: by })
    .where('event_id', '=', event_id)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', at)
    .where((of) =>
      of.not(
        of.exists(
          of
            .selectFrom('planted_event_units')
            .innerJoin('devices', 'devices.device_id', 'planted_event_units.device_id')
            .select('planted_event_units.device_id')
            .whereRef('planted_event_units.event_id', '=', 'planted_events.event_id')
            .where((unit) => unit.not(withinScope(scope, 'devices'))),
        ),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The newest events with units in scope, and how many of those are off line. */
export const listEvents = (db: Db, scope: Scope, limit: number) =>
  db
    .selectFrom('planted_events')
    .innerJoin('planted_event_units', 'planted_event_units.event_id', 'planted_events.event_id')
    .innerJoin('devices', 'devices.device_id', 'planted_event_units.device_id')
    .leftJoin('device_status', 'device_status.device_id', 'devices.device_id')
    .selectAll('planted_events')
    .select([
      sql<number>`count(*)::int`.as('units'),
      sql<number>`(count(*) filter (where not coalesce(device_status.online, false)))::int`.as('offline'),
      sql<string>`min(devices.device_name)`.as('first_unit'),
    ])
    .where(withinScope(scope, 'devices'))
    .groupBy('planted_events.event_id')
    .orderBy('planted_events.created_at', 'desc')
    .orderBy('planted_events.event_id', 'desc')
    .limit(limit)
    .execute()

/** Names of distributors in scope by id. */
export const listAgentNames = async (db: Db, scope: Scope, ids: readonly number[]): Promise<Map<number, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('distributors')
    .select(['agent_id', 'agent_name'])
    .where('agent_id', 'in', ids)
    .where(agentsWithin(scope, 'distributors'))
    .execute()
  return new Map(rows.map(({ agent_id, agent_name }) => [agent_id, agent_name]))
}

/** What the simulator plays: open events with the ids of their modules. System work. */
export const listPlayedEvents = (db: Db, now: Date) =>
  db
    .selectFrom('planted_events')
    .innerJoin('planted_event_units', 'planted_event_units.event_id', 'planted_events.event_id')
    .innerJoin('devices', 'devices.device_id', 'planted_event_units.device_id')
    .select([
      'planted_events.event_id',
      'planted_events.kind',
      'planted_events.fault_key',
      'planted_events.delta_k',
      'planted_events.starts_at',
      'planted_events.ends_at',
      sql<string[]>`array_agg(devices.mac order by devices.mac)`.as('dids'),
    ])
    .where('planted_events.ended_at', 'is', null)
    .where('planted_events.ends_at', '>', now)
    .groupBy('planted_events.event_id')
    .orderBy('planted_events.event_id')
    .execute()

/** Forgets events that ended before a time. */
export const deleteOldEvents = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('planted_events').where('ends_at', '<', before).execute()
}

/** A unit in scope, real or simulated, with its product; undefined = none. */
export const findReplayed = (db: Kysely<Tables>, scope: Scope, mac: string) =>
  db
    .selectFrom('devices')
    .innerJoin('products', 'products.product_key', 'devices.product_key')
    .where('devices.mac', '=', mac)
    .where(withinScope(scope, 'devices'))
    .select(['devices.device_id', 'devices.product_key', 'products.layout_id'])
    .executeTakeFirst()
