import { type Kysely, sql } from 'kysely'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { NOT_VIRTUAL } from '../../platform/virtual-devices.ts'

/** Software, boards and modules of a product's devices in the scope; the most frequent first. */
export const listSoftware = (db: Kysely<Tables>, scope: Scope, product_key: string, limit: number) =>
  db
    .selectFrom('devices')
    .leftJoin('device_status', 'device_status.device_id', 'devices.device_id')
    .where(withinScope(scope, 'devices'))
    .where(NOT_VIRTUAL)
    .where('devices.product_key', '=', product_key)
    .groupBy(['devices.software_version', 'devices.hardware_version', 'devices.module_type'])
    .select([
      'devices.software_version',
      'devices.hardware_version',
      'devices.module_type',
      sql<number>`count(*)::int`.as('device_count'),
      sql<number>`(count(*) filter (where device_status.online))::int`.as('online_count'),
      sql<Date | null>`max(device_status.last_report_at)`.as('last_report_at'),
    ])
    .orderBy('device_count', 'desc')
    .orderBy('devices.software_version', 'desc')
    .orderBy('devices.hardware_version')
    .orderBy('devices.module_type')
    .limit(limit)
    .execute()

/** Hardware of the modules that the version in use is sold with; none = any, or never published. */
export const listModuleTypes = async (db: Kysely<Tables>, product_key: string): Promise<readonly string[]> => {
  const version = await db
    .selectFrom('products')
    .innerJoin('product_versions', 'product_versions.layout_id', 'products.layout_id')
    .select('product_versions.settings')
    .where('products.product_key', '=', product_key)
    .executeTakeFirst()
  return version?.settings.access.module_types ?? []
}
