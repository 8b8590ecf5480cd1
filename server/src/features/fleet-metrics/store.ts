import { FLEET_METRICS_LIMITS } from '@heatfleet/contract/fleet-metrics/fleet-metrics.ts'
import type { Severity } from '@heatfleet/contract/preferences.ts'
import type { OnlineState } from '@heatfleet/contract/transitions.ts'
import { type Kysely, sql } from 'kysely'
import { type Scope, withinScope } from '../../platform/scope.ts'
import { alarmsWithin } from '../../platform/scope-alarms.ts'
import type { Tables } from '../../platform/tables.ts'
import { ALARM_NOT_VIRTUAL, NOT_VIRTUAL } from '../../platform/virtual-devices.ts'

type Db = Kysely<Tables>
type Count = { product_key: string; agent_id: number | null; status: OnlineState; n: number; reporting: number }

const COUNT = sql<number>`count(*)::int`
const STATUS = sql<OnlineState>`case when device_status.online then 'online'
  when device_status.first_online_at is null then 'never' else 'offline' end`

/** Units of the scope by product, distributor and status, with those that reported since a time. */
export const countUnits = (db: Db, scope: Scope, since: Date): Promise<Count[]> =>
  db
    .selectFrom('devices')
    .leftJoin('device_status', 'device_status.device_id', 'devices.device_id')
    .where(withinScope(scope, 'devices'))
    .where(NOT_VIRTUAL)
    .select([
      'devices.product_key',
      'devices.agent_id',
      STATUS.as('status'),
      COUNT.as('n'),
      sql<number>`(count(*) filter (where device_status.last_arrival_at > ${since}))::int`.as('reporting'),
    ])
    .groupBy(['devices.product_key', 'devices.agent_id', STATUS])
    .execute()

/** Names of distributors that have units; the ids come from units in scope. */
export const listAgentNames = async (db: Db, agent_ids: readonly number[]): Promise<Map<number, string>> => {
  if (agent_ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('distributors')
    .where('agent_id', 'in', agent_ids.slice(0, FLEET_METRICS_LIMITS.series_max))
    .select(['agent_id', 'agent_name'])
    .execute()
  return new Map(rows.map(({ agent_id, agent_name }) => [agent_id, agent_name]))
}

/** Active alarms of the scope that are not muted, by severity. */
export const countAlarms = (db: Db, scope: Scope): Promise<{ severity: Severity; n: number }[]> =>
  db
    .selectFrom('alarms')
    .where('alarms.recovered_at', 'is', null)
    .where('alarms.muted', '=', false)
    .where(alarmsWithin(scope, 'alarms'))
    .where(ALARM_NOT_VIRTUAL)
    .select(['alarms.severity', COUNT.as('n')])
    .groupBy('alarms.severity')
    .execute()

/** Energy of units of the scope on the present day of their own zone, so far. */
export const sumEnergyToday = (db: Db, scope: Scope, now: Date) =>
  db
    .selectFrom('device_days')
    .innerJoin('devices', 'devices.device_id', 'device_days.device_id')
    // Days of all zones: the index leads to three of them.
    .where(
      sql<boolean>`device_days.day between (${now}::timestamptz at time zone 'UTC')::date - 1
        and (${now}::timestamptz at time zone 'UTC')::date + 1`,
    )
    .where(sql<boolean>`device_days.day = (${now}::timestamptz at time zone device_days.time_zone)::date`)
    .where(withinScope(scope, 'devices'))
    .where(NOT_VIRTUAL)
    .select([
      'device_days.product_key',
      sql<number>`coalesce(sum(device_days.heat_kwh), 0)`.as('heat_kwh'),
      sql<number>`coalesce(sum(device_days.electricity_kwh), 0)`.as('electricity_kwh'),
    ])
    .groupBy('device_days.product_key')
    .orderBy('device_days.product_key')
    .execute()
