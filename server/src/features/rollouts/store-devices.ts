import { type Kysely, type SqlBool, sql } from 'kysely'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { REMOTE_CONSENT } from '../bindings/public.ts'

type Db = Kysely<Tables>

/** Units of the scope with what decides whether and how they can be set now, in the order of their ids. */
export const listUnitsNow = (db: Db, scope: Scope, device_ids: readonly number[]) =>
  db
    .selectFrom('devices')
    .leftJoin('distributors', 'distributors.agent_id', 'devices.agent_id')
    .leftJoin('device_status', 'device_status.device_id', 'devices.device_id')
    .select([
      'devices.device_id',
      'devices.mac',
      'devices.device_name',
      'devices.product_key',
      'devices.simulated',
      'devices.test_bench',
      'distributors.agent_name',
      'device_status.online',
      'device_status.latest_blocks',
      REMOTE_CONSENT.as('remote_consent'),
    ])
    .where(sql<SqlBool>`devices.device_id = any(${[...device_ids]}::int[])`)
    .where(withinScope(scope, 'devices'))
    .orderBy('devices.mac')
    .execute()
export type UnitNow = Awaited<ReturnType<typeof listUnitsNow>>[number]

/** Ids of the units of the scope with these macs. */
export const listIdsOf = async (db: Db, scope: Scope, macs: readonly string[]): Promise<number[]> => {
  const rows = await db
    .selectFrom('devices')
    .select('device_id')
    .where(sql<SqlBool>`devices.mac = any(${[...macs]})`)
    .where(withinScope(scope, 'devices'))
    .orderBy('devices.mac')
    .execute()
  return rows.map(({ device_id }) => device_id)
}

/** Published products with the control templates of the version in use. */
export const listTemplates = (db: Db) =>
  db
    .selectFrom('products')
    .innerJoin('product_versions', 'product_versions.layout_id', 'products.layout_id')
    .select([
      'products.product_key',
      'products.name as product_name',
      'products.english_name as product_english_name',
      'product_versions.version',
      sql<{ names: { en: string; zh: string; pl: string }; values: { key: string; value: number }[] }[]>`
        product_versions.settings -> 'control_templates'`.as('control_templates'),
    ])
    .where('product_versions.version', 'is not', null)
    .where('products.trial_of', 'is', null)
    .where(sql<SqlBool>`jsonb_array_length(product_versions.settings -> 'control_templates') > 0`)
    .orderBy('products.product_key')
    .execute()

/** One template of a product in use, and the version it belongs to. */
export const findTemplate = async (db: Db, product_key: string, name: string) => {
  const rows = await listTemplates(db)
  const product = rows.find((row) => row.product_key === product_key)
  const template = product?.control_templates.find(({ names }) => names.en === name)
  return product === undefined || template === undefined ? null : { name, version: product.version }
}
