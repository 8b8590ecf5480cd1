import type { Kysely } from 'kysely'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

/** What an energy report says of its unit, within the scope. */
export const findUnitNames = (db: Kysely<Tables>, scope: Scope, mac: string) =>
  db
    .selectFrom('devices')
    .innerJoin('products', 'products.product_key', 'devices.product_key')
    .leftJoin('distributors', 'distributors.agent_id', 'devices.agent_id')
    .where('devices.mac', '=', mac)
    .where(withinScope(scope, 'devices'))
    .select([
      'devices.mac',
      'devices.device_name',
      'products.name as product_name',
      'products.english_name as product_english_name',
      'distributors.agent_name',
    ])
    .executeTakeFirst()
export type UnitNames = NonNullable<Awaited<ReturnType<typeof findUnitNames>>>
