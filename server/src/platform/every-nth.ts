import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** From so many on, looking up the few is cheaper than searching the many (`bench -- statistics`, 1 M devices). */
const LOOKED_UP_FROM = 100

/** Every n-th device by its number, of rows named `devices`: few ones of a very large part are looked up one by one. */
export const everyNth = (step: number, is_looked_up = step >= LOOKED_UP_FROM): RawBuilder<SqlBool> =>
  !is_looked_up
    ? sql<SqlBool>`devices.device_id % ${step} = 0`
    : sql<SqlBool>`devices.device_id = any (array(
        select generate_series(${step}::int, (select max(device_id) from devices), ${step}::int)))`
