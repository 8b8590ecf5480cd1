import type { Api } from '@heatfleet/contract/api.ts'
import type { InputOf } from '@heatfleet/contract/endpoint.ts'
import type { ProductDataType } from '@heatfleet/contract/products/products.ts'
import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { NOT_VIRTUAL } from '../../platform/virtual-devices.ts'

type Db = Kysely<Tables>
type ProductFilter = InputOf<Api['productInfo']>['body'] & {
  /** Whether points are counted in the draft where nothing is published. */
  sees_drafts: boolean
  /** Whether products that were never published are listed, beside those of units in the scope. */
  sees_unpublished: boolean
}

/** Text as a part of a `like` pattern. */
const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/** Products that match the filter, with the devices the scope sees; contents of a version only on request. */
export const listProducts = async (
  db: Db,
  scope: Scope,
  filter: ProductFilter,
  { offset, limit }: { offset: number; limit: number },
) => {
  const query = db
    .selectFrom('products')
    .leftJoin('product_versions', 'product_versions.layout_id', 'products.layout_id')
    .leftJoin('product_drafts', 'product_drafts.product_key', 'products.product_key')
    .where((is) => is.and([...conditionsOf(filter), ...(filter.sees_unpublished ? [] : [isInUse(scope)])]))
  const { total } = await query.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const rows = await query
    .select((is) => [
      ...LISTED,
      'product_versions.version',
      sql<number>`coalesce(jsonb_array_length(product_versions.points),
        case when ${filter.sees_drafts} then jsonb_array_length(product_drafts.points) end, 0)`.as('point_count'),
      is
        .selectFrom('devices')
        .whereRef('devices.product_key', '=', 'products.product_key')
        .where(withinScope(scope, 'devices'))
        .where(NOT_VIRTUAL)
        .select(sql<number>`count(*)::int`.as('n'))
        .as('device_count'),
      is
        .selectFrom('product_registers')
        .whereRef('product_registers.product_key', '=', 'products.product_key')
        .select(sql<number>`count(*)::int`.as('n'))
        .as('register_count'),
      'product_drafts.revision as draft_revision',
      'product_drafts.changed as draft_changed',
      sql<number | null>`jsonb_array_length(product_drafts.points)`.as('draft_point_count'),
      'product_drafts.updated_by as draft_updated_by',
      'product_drafts.updated_at as draft_updated_at',
    ])
    .$if(filter.with_points ?? false, (versions) =>
      versions.select(['product_versions.points', 'product_versions.poll_blocks', 'product_versions.settings']),
    )
    .orderBy(sql.ref(filter.sort_by), filter.sort_order)
    .orderBy('products.product_key')
    .offset(offset)
    .limit(limit)
    .execute()
  return { rows, total }
}
export type ProductRow = Awaited<ReturnType<typeof listProducts>>['rows'][number]

const LISTED = [
  'products.product_key',
  'products.name',
  'products.english_name',
  'products.category',
  'products.description',
  'products.data_type',
  'products.topology',
  'products.network_type',
  'products.solution',
  'products.platforms',
  'products.bind_limit',
  'products.state',
  'products.disabled',
  'products.built_in',
  'products.layout_id',
  'products.created_at',
  'products.updated_by',
  'products.updated_at',
] as const

const isInUse = (scope: Scope) => sql<SqlBool>`(products.layout_id is not null or exists (
  select from devices where devices.product_key = products.product_key and ${withinScope(scope, 'devices')}))`

const conditionsOf = (filter: ProductFilter) => {
  const part = `%${literal(filter.product_name ?? '')}%`
  return [
    sql<SqlBool>`(products.name ilike ${part} or products.english_name ilike ${part})`,
    // What units of a draft read by is found by its key alone.
    ...(filter.product_key === undefined ? [sql<SqlBool>`products.trial_of is null`] : []),
    ...(filter.product_key === undefined ? [] : [sql<SqlBool>`products.product_key = ${filter.product_key}`]),
    ...(filter.category === undefined ? [] : [sql<SqlBool>`products.category = ${filter.category}`]),
    ...(filter.state === undefined ? [] : [sql<SqlBool>`products.state = ${filter.state}`]),
    ...(filter.disabled === undefined ? [] : [sql<SqlBool>`products.disabled = ${filter.disabled}`]),
    ...(filter.network_type === undefined ? [] : [sql<SqlBool>`${filter.network_type} = any(products.network_type)`]),
    ...(filter.platform === undefined ? [] : [sql<SqlBool>`${filter.platform} = any(products.platforms)`]),
    ...(filter.data_type === undefined ? [] : [sql<SqlBool>`products.data_type = ${filter.data_type}`]),
  ]
}

/** A product's own row; null = no such product. */
export const findProduct = async (db: Db | Transaction<Tables>, product_key: string) =>
  (await db.selectFrom('products').select(LISTED).where('product_key', '=', product_key).executeTakeFirst()) ?? null
export type ProductOwnRow = NonNullable<Awaited<ReturnType<typeof findProduct>>>

/** Whether a product other than `but_key` has that name, whatever its letter case. */
export const isNameTaken = async (
  db: Db | Transaction<Tables>,
  name: string,
  but_key: string | null,
): Promise<boolean> => {
  const other = await db
    .selectFrom('products')
    .select('product_key')
    .where(sql<string>`lower(name)`, '=', sql<string>`lower(${name})`)
    .$if(but_key !== null, (named) => named.where('product_key', '<>', but_key ?? ''))
    .executeTakeFirst()
  return other !== undefined
}

/** The columns of `basics` as they are entered, with who and when. */
type ProductValues = {
  name: string
  english_name: string
  category: string
  description: string
  data_type: ProductDataType
  topology: 'direct' | 'gateway' | 'sub-device'
  network_type: ('wifi' | '4g')[]
  solution: string
  platforms: ('android' | 'ios' | 'wechat' | 'web')[]
  bind_limit: number
  updated_by: string
  updated_at: Date
}

/** Makes a product in state debugging; fails by `unique` on its key or its name. */
export const insertProduct = async (
  tx: Transaction<Tables>,
  product_key: string,
  values: ProductValues,
): Promise<void> => {
  await tx
    .insertInto('products')
    .values({ product_key, state: 'debugging', created_at: values.updated_at, ...values })
    .execute()
}

/** Changes the basics unless they changed since `read_at`; false = they did. */
export const updateProduct = async (
  db: Db,
  { product_key, read_at }: { product_key: string; read_at: Date },
  values: ProductValues,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('products')
    .set(values)
    .where('product_key', '=', product_key)
    .where(sql<SqlBool>`date_trunc('milliseconds', updated_at) = ${read_at}`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whether anything new may begin with it; the basics and their `updated_at` stay as they are. */
export const setDisabled = async (tx: Transaction<Tables>, product_key: string, disabled: boolean): Promise<void> => {
  await tx.updateTable('products').set({ disabled }).where('product_key', '=', product_key).execute()
}

/** Removes a product with its versions and its draft; fails by `reference` while a device has it. */
export const deleteProduct = async (tx: Transaction<Tables>, product_key: string): Promise<void> => {
  await tx.updateTable('products').set({ layout_id: null }).where('product_key', '=', product_key).execute()
  await tx.deleteFrom('product_drafts').where('product_key', '=', product_key).execute()
  await tx.deleteFrom('product_versions').where('product_key', '=', product_key).execute()
  await tx.deleteFrom('products').where('product_key', '=', product_key).execute()
}

/** Devices and register names of a product, in the whole fleet: what keeps it from being removed. */
export const countUses = (db: Db | Transaction<Tables>, product_key: string) =>
  db
    .selectNoFrom((is) => [
      is
        .selectFrom('devices')
        .innerJoin('products', 'products.product_key', 'devices.product_key')
        .where(
          sql<SqlBool>`(${product_key} in (products.product_key, products.trial_of) or devices.imported_pk = ${product_key})`,
        )
        .select(sql<number>`count(*)::int`.as('n'))
        .as('devices'),
      is
        .selectFrom('product_registers')
        .where('product_key', '=', product_key)
        .select(sql<number>`count(*)::int`.as('n'))
        .as('registers'),
    ])
    .executeTakeFirstOrThrow()
