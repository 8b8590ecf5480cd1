import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Every n-th device by its number, of rows named `devices`: looked up one by one, so that a sample of a million devices does not
 * read the million. `step` 1 = all of them.
 */
export const everyNth = (step: number): RawBuilder<SqlBool> =>
  step === 1
    ? sql<SqlBool>`true`
    : sql<SqlBool>`devices.device_id = any (array(
        select generate_series(${step}::int, (select max(device_id) from devices), ${step}::int)))`
