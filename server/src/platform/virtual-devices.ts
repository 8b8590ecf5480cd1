import { type SqlBool, sql } from 'kysely'

/**
 * The predicate over `devices` that leaves virtual units out. They are few (`LIMITS.virtual_units_max`) and compared by id, so
 * that what an index alone answers stays so.
 */
export const NOT_VIRTUAL = sql<SqlBool>`devices.mac <> all(array(select units.mac from devices units where units.virtual))`

/** The same over `alarms`. */
export const ALARM_NOT_VIRTUAL = sql<SqlBool>`alarms.device_id <> all(
  array(select units.device_id from devices units where units.virtual))`
