import type { Kysely } from 'kysely'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

/** What labels of these devices are made from; devices outside the scope are missing. */
export const listLabelled = (db: Kysely<Tables>, scope: Scope, macs: readonly string[]) =>
  db
    .selectFrom('devices')
    .innerJoin('products', 'products.product_key', 'devices.product_key')
    .where('devices.mac', 'in', [...macs])
    .where(withinScope(scope, 'devices'))
    .select([
      'devices.mac',
      'devices.product_key',
      'devices.secret_sealed',
      'devices.claim_generation',
      'products.name as product_name',
      'products.english_name as product_english_name',
    ])
    .execute()
export type LabelledDevice = Awaited<ReturnType<typeof listLabelled>>[number]
