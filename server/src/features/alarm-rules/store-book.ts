import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** All rules that are switched on, with the paths of owner and target. The system's own work. */
export const listEnabledRules = (db: Db) =>
  db
    .selectFrom('alarm_rules')
    .leftJoin('distributors as owners', 'owners.agent_id', 'alarm_rules.agent_id')
    .leftJoin('distributors as unders', 'unders.agent_id', 'alarm_rules.under_agent_id')
    .where('alarm_rules.enabled', '=', true)
    .where('alarm_rules.deleted_at', 'is', null)
    .select([
      'alarm_rules.rule_id',
      'alarm_rules.revision',
      'alarm_rules.product_key',
      'alarm_rules.target_by',
      'alarm_rules.group_id',
      'alarm_rules.device_ids',
      'alarm_rules.condition',
      'alarm_rules.hold',
      'alarm_rules.clear_minutes',
      'alarm_rules.schedule',
      'alarm_rules.severity',
      'alarm_rules.cool_down_minutes',
      'owners.agent_path as owner_path',
      'unders.agent_path as under_path',
    ])
    .orderBy('alarm_rules.rule_id')
    .execute()
export type EnabledRule = Awaited<ReturnType<typeof listEnabledRules>>[number]

/** Countries of all distributors by path, for the clocks of their units. */
export const listCountries = (db: Db) => db.selectFrom('distributors').select(['agent_path', 'country']).execute()

/** Offline units of a rule without an active alarm of it; `since` = when they went offline. The system's own work. */
export const listOfflineUnits = async (db: Db, device_ids: readonly number[], rule_id: number, limit: number) =>
  db
    .selectFrom('device_status')
    .innerJoin('devices', 'devices.device_id', 'device_status.device_id')
    .where(sql<boolean>`device_status.device_id = any(${[...device_ids]}::int[])`)
    .where('device_status.online', '=', false)
    .where('device_status.first_online_at', 'is not', null)
    .where(
      sql<boolean>`not exists (select from alarms a where a.device_id = device_status.device_id and a.type = 'threshold'
        and a.rule_key = ${String(rule_id)} and a.recovered_at is null)`,
    )
    .select([
      'devices.device_id',
      'devices.agent_path',
      'device_status.latest_blocks',
      sql<Date>`coalesce(device_status.last_offline_at, device_status.last_online_at)`.as('since'),
    ])
    .limit(limit)
    .execute()

/** Active alarms of a rule whose unit has been online again for so long. The system's own work. */
export const listReturnedUnits = (db: Db, rule_id: number, online_before: Date, limit: number) =>
  db
    .selectFrom('alarms')
    .innerJoin('device_status', 'device_status.device_id', 'alarms.device_id')
    .where('alarms.type', '=', 'threshold')
    .where('alarms.rule_key', '=', String(rule_id))
    .where('alarms.recovered_at', 'is', null)
    .where('device_status.online', '=', true)
    .where('device_status.online_since', '<=', online_before)
    .select(['alarms.device_id'])
    .limit(limit)
    .execute()
