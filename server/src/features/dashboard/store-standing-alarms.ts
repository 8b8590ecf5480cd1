import { SEVERITIES, type Severity } from '@heatfleet/contract/preferences.ts'
import { type Kysely, sql } from 'kysely'
import { pathRange, type Scope } from '../../platform/scope.ts'
import { alarmsWithin } from '../../platform/scope-alarms.ts'
import type { Tables } from '../../platform/tables.ts'
import { ALARM_NOT_VIRTUAL } from '../../platform/virtual-devices.ts'
import type { FleetPlace } from '../devices/public.ts'

type Db = Kysely<Tables>

/** Alarms that stand, of a part of the fleet, by their rows. */
const standing = (scope: Scope, { path, product_key }: FleetPlace) => sql`
  from alarms where alarms.recovered_at is null and ${alarmsWithin(scope, 'alarms')} and ${ALARM_NOT_VIRTUAL}
    and ${path === null ? sql`true` : pathRange('alarms.agent_path', path)}
    and ${product_key === null ? sql`true` : sql`alarms.product_key = ${product_key}`}`

const ALARM_CELL = sql`coalesce(code, '') as code, severity_rank, handling = 'unprocessed' as unprocessed, 1 as n`
const UNIT_CELL = sql`bit_or(1 << severity_rank) as ranks, 1 as n`

/** Where sums are kept of a part of the fleet: at a path, with all below it or alone; null = they are not kept of it, false = it is empty. */
const sumsAt = (scope: Scope, { path }: FleetPlace): { path: string; below: boolean } | null | false => {
  if (scope.own_records !== null || scope.group !== null) return null
  const own = scope.agent_path
  if (scope.own_agent) return path === null || own.startsWith(path) ? { path: own, below: false } : false
  if (path === null || own.startsWith(path)) return { path: own, below: true }
  return path.startsWith(own) ? { path, below: true } : false
}

/**
 * Subselects of alarms (code, severity_rank, unprocessed, n) and of units (ranks, n) that stand. Of units that changed since they
 * were summed, and of virtual ones, which are not counted, the part in the sums is taken out; the rows of the former are added. In
 * one statement, and so of one moment.
 */
const cellsOf = (scope: Scope, place: FleetPlace) => {
  const at = sumsAt(scope, place)
  const rows = standing(scope, place)
  if (at === null || at === false)
    return { alarms: sql`(select ${ALARM_CELL} ${rows})`, units: sql`(select ${UNIT_CELL} ${rows} group by device_id)` }
  const of_product = place.product_key === null ? sql`true` : sql`product_key = ${place.product_key}`
  const summed = sql`agent_path = ${at.path} and below = ${at.below} and ${of_product}`
  const of_place = at.below ? sql`starts_with(agent_path, ${at.path})` : sql`agent_path = ${at.path}`
  // Arrays: units are found by their id, however many rows there are.
  const changed = sql`device_id = any(array(select changes.device_id from standing_alarm_changes changes))`
  const taken_out = sql`from standing_alarm_units where ${of_place} and ${of_product} and device_id = any(array(
    select changes.device_id from standing_alarm_changes changes
    union all select units.device_id from devices units where units.virtual))`
  return {
    alarms: sql`(
      select code, severity_rank, unprocessed, n from standing_alarm_sums where ${summed}
      union all
      select cell.code, cell.severity_rank, cell.unprocessed, -1 from (select * ${taken_out}) counted
        cross join unnest(counted.codes, counted.severity_ranks, counted.unprocessed) cell (code, severity_rank, unprocessed)
      union all
      select ${ALARM_CELL} ${rows} and alarms.${changed})`,
    units: sql`(
      select ranks, n from standing_unit_sums where ${summed}
      union all
      select ranks, -1 ${taken_out}
      union all
      select ${UNIT_CELL} ${rows} and alarms.${changed} group by device_id)`,
  }
}

type AlarmFigures = {
  devices: number
  alarms: number
  unprocessed: number
  list: { severity: Severity; alarms: number; devices: number }[]
}

/** How many units have an alarm, how many alarms nobody has taken up yet, and both by severity, the worst first. */
export const countAlarms = async (db: Db, scope: Scope, place: FleetPlace): Promise<AlarmFigures> => {
  const cells = cellsOf(scope, place)
  const of_alarms = SEVERITIES.map(
    (_, rank) => sql`coalesce(sum(n) filter (where severity_rank = ${sql.lit(rank)}), 0)::int`,
  )
  const of_units = SEVERITIES.map(
    (_, rank) => sql`coalesce(sum(n) filter (where ranks & (1 << ${sql.lit(rank)}) <> 0), 0)::int`,
  )
  type Row = Omit<AlarmFigures, 'list'> & { alarms_by_rank: number[]; devices_by_rank: number[] }
  const { rows } = await sql<Row>`
    select * from (
      select coalesce(sum(n), 0)::int as alarms, coalesce(sum(n) filter (where unprocessed), 0)::int as unprocessed,
        array[${sql.join(of_alarms)}] as alarms_by_rank from ${cells.alarms} alarm_cells
    ) alarm_figures cross join (
      select coalesce(sum(n), 0)::int as devices, array[${sql.join(of_units)}] as devices_by_rank
      from ${cells.units} unit_cells
    ) unit_figures`.execute(db)
  const { alarms_by_rank = [], devices_by_rank = [], ...figures } = rows[0] ?? { devices: 0, alarms: 0, unprocessed: 0 }
  const list = SEVERITIES.map((severity, rank) => ({
    severity,
    alarms: alarms_by_rank[rank] ?? 0,
    devices: devices_by_rank[rank] ?? 0,
  }))
  return { ...figures, list: list.filter(({ alarms }) => alarms > 0).toReversed() }
}

/** The codes that stand most often; the severity is the worst that one of them has. */
export const countByCode = async (db: Db, scope: Scope, place: FleetPlace, limit: number) => {
  const { rows } = await sql<{ code: string; alarms: number; severity: Severity }>`
    select code, sum(n)::int as alarms,
      (array['info', 'minor', 'major', 'critical'])[max(severity_rank) filter (where n > 0) + 1] as severity
    from (
      select code, severity_rank, sum(n) as n from ${cellsOf(scope, place).alarms} cells where code <> '' group by 1, 2
    ) ranked group by code having sum(n) > 0 order by alarms desc, code limit ${limit}`.execute(db)
  return rows
}
