import { type Kysely, sql } from 'kysely'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

/** Software and boards of a product's devices in the scope; the most frequent first. */
export const listSoftware = (db: Kysely<Tables>, scope: Scope, product_key: string, limit: number) =>
  db
    .selectFrom('devices')
    .leftJoin('device_status', 'device_status.device_id', 'devices.device_id')
    .where(withinScope(scope, 'devices'))
    .where('devices.product_key', '=', product_key)
    .groupBy(['devices.software_version', 'devices.hardware_version'])
    .select([
      'devices.software_version',
      'devices.hardware_version',
      sql<number>`count(*)::int`.as('device_count'),
      sql<number>`(count(*) filter (where device_status.online))::int`.as('online_count'),
      sql<Date | null>`max(device_status.last_report_at)`.as('last_report_at'),
    ])
    .orderBy('device_count', 'desc')
    .orderBy('devices.software_version', 'desc')
    .orderBy('devices.hardware_version')
    .limit(limit)
    .execute()
