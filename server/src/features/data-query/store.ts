import type { QueryKind } from '@heatfleet/contract/data-query/columns.ts'
import type { QueryCalculation, QueryOption } from '@heatfleet/contract/data-query/data-query.ts'
import { QUERY_TABLES, type QueryTableName } from '@heatfleet/contract/data-query/tables.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { any, every } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import type {
  CheckedColumn,
  CheckedComparison,
  CheckedCondition,
  CheckedQuery,
  CheckedTable,
  SelectedColumn,
} from './check-query.ts'
import type { QueryValue } from './query-values.ts'
import type { QueryScope, Source } from './source.ts'
import { QUERY_SOURCES } from './store-tables.ts'

type Db = Kysely<Tables>

/** Scopes of the caller, and the products that it is narrowed to; null = not narrowed. */
type QueryScopes = { of: QueryScope; product_keys: readonly string[] | null }
/** Rows as lists of cells in the order of the selected columns, and how many there are in all. */
export type QueryPage = { rows: unknown[][]; total: number }

/** PostgreSQL's word for a statement that was cancelled, here because it took too long. */
const QUERY_CANCELED = '57014'

/** One page of a checked question, or null when the database took too long over it. */
export const runQuery = async (
  db: Db,
  scopes: QueryScopes,
  query: CheckedQuery,
  page: { offset: number; limit: number },
): Promise<QueryPage | null> => {
  const rows_of = sql`select ${list(query.selected.map(cellOf))} ${fromOf(scopes, query)} ${groupOf(query)}`
  try {
    return await db
      .transaction()
      .setAccessMode('read only')
      .execute(async (transaction) => {
        await sql`set local statement_timeout = ${sql.lit(LIMITS.query_statement_ms)}`.execute(transaction)
        const counted = sql<{ total: number }>`select count(*)::int as total from (${rows_of}) counted`
        const total = (await counted.execute(transaction)).rows[0]?.total ?? 0
        if (page.limit === 0 || page.offset >= total) return { rows: [], total }
        const wanted = sql<Record<string, unknown>>`${rows_of} ${orderOf(query)}
          limit ${page.limit} offset ${page.offset}`
        const { rows } = await wanted.execute(transaction)
        return { rows: rows.map((row) => query.selected.map((_, at) => row[nameOf(at)])), total }
      })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === QUERY_CANCELED) return null
    throw error
  }
}

const list = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join([...parts])
const nameOf = (at: number): string => `c${at}`
const refOf = ({ table, name }: Pick<CheckedColumn, 'table' | 'name'>): RawBuilder<unknown> =>
  sql.ref(`${table}.${name}`)

/** `int8` and sums of it come as text otherwise, days as times. */
const cellOf = (column: SelectedColumn, at: number): RawBuilder<unknown> => {
  const value = expressionOf(column)
  const name = sql.ref(nameOf(at))
  if (column.kind === 'integer' || column.method === 'count') return sql`(${value})::float8 as ${name}`
  return column.kind === 'day' ? sql`(${value})::text as ${name}` : sql`${value} as ${name}`
}

const CALCULATED: Record<QueryCalculation, (column: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  count: (column) => sql`count(${column})`,
  min: (column) => sql`min(${column})`,
  max: (column) => sql`max(${column})`,
  sum: (column) => sql`sum((${column})::float8)`,
  avg: (column) => sql`avg((${column})::float8)`,
}
const expressionOf = (column: Omit<SelectedColumn, 'label'>): RawBuilder<unknown> =>
  column.method === null ? refOf(column) : CALCULATED[column.method](refOf(column))

/** The tables, each with its scope inside, joined; and the conditions. */
const fromOf = (scopes: QueryScopes, query: CheckedQuery): RawBuilder<unknown> => {
  const tables = query.tables.map((table) => tableOf(scopes, table, query))
  const conditions = every(
    query.alternatives.length === 0
      ? null
      : any(query.alternatives.map((conditions) => every(...conditions.map(conditionOf)))),
    ...query.comparisons.map(comparisonOf),
  )
  return sql`from ${sql.join(tables, sql` `)} where ${conditions}`
}

const tableOf = (scopes: QueryScopes, { name, is_left, on }: CheckedTable, query: CheckedQuery) => {
  const { columns: source, from, within }: Source = QUERY_SOURCES[name]
  const wanted = Object.entries(source).filter(([column]) => isUsed(query, name, column))
  const of_products =
    scopes.product_keys === null || source.product_key === undefined
      ? null
      : sql<SqlBool>`${source.product_key} = any(${[...scopes.product_keys]})`
  const rows = sql`(select ${list(wanted.map(([column, value]) => sql`${value} as ${sql.ref(column)}`))}
    from ${from(scopes.of)} where ${every(within(scopes.of), of_products)}) ${sql.ref(name)}`
  if (on.length === 0) return rows
  return sql`${is_left ? sql`left join` : sql`join`} ${rows} on ${every(...on.map(comparisonOf))}`
}

const keysOf = (table: QueryTableName): readonly string[] => QUERY_TABLES[table].keys

const isUsed = (query: CheckedQuery, table: QueryTableName, name: string): boolean => {
  const is = (column: Pick<CheckedColumn, 'table' | 'name'>) => column.table === table && column.name === name
  const isIn = ({ column, other }: CheckedComparison) => is(column) || is(other)
  return (
    keysOf(table).includes(name) ||
    query.selected.some(is) ||
    query.order.some(({ column }) => is(column)) ||
    query.alternatives.flat().some(({ column }) => is(column)) ||
    query.comparisons.some(isIn) ||
    query.tables.some(({ on }) => on.some(isIn))
  )
}

const groupOf = ({ selected, is_calculated }: CheckedQuery): RawBuilder<unknown> => {
  const plain = selected.filter(({ method }) => method === null)
  return is_calculated && plain.length > 0 ? sql`group by ${list(plain.map(refOf))}` : sql``
}

/** What is asked for, then what names the row, so that each row is on one page. */
const orderOf = ({ order, tables, selected, is_calculated }: CheckedQuery): RawBuilder<unknown> => {
  const asked = order.map(({ column, option }) => sql`${expressionOf(column)} ${sql.raw(DIRECTION[option])} nulls last`)
  const rest = is_calculated
    ? selected.filter(({ method }) => method === null).map(refOf)
    : tables.flatMap(({ name: table }) => keysOf(table).map((name) => refOf({ table, name })))
  const all = [...asked, ...rest]
  return all.length === 0 ? sql`` : sql`order by ${list(all)}`
}
const DIRECTION = { asc: 'asc', desc: 'desc' } as const

const TYPES: Record<QueryKind, string> = {
  text: 'text',
  integer: 'bigint',
  number: 'float8',
  boolean: 'boolean',
  time: 'timestamptz',
  day: 'date',
}
type Compare = (
  column: RawBuilder<unknown>,
  values: readonly RawBuilder<unknown>[],
  all: RawBuilder<unknown>,
) => unknown

const literal = (text: QueryValue): string => String(text).replaceAll(/[\\%_]/g, '\\$&')

const COMPARED: Record<Exclude<QueryOption, 'contains' | 'starts_with'>, Compare> = {
  '=': (column, [value]) => sql`${column} = ${value}`,
  '!=': (column, [value]) => sql`${column} <> ${value}`,
  '<': (column, [value]) => sql`${column} < ${value}`,
  '<=': (column, [value]) => sql`${column} <= ${value}`,
  '>': (column, [value]) => sql`${column} > ${value}`,
  '>=': (column, [value]) => sql`${column} >= ${value}`,
  between: (column, [from, to]) => sql`${column} between ${from} and ${to}`,
  in: (column, _, all) => sql`${column} = any(${all})`,
  not_in: (column, _, all) => sql`${column} <> all(${all})`,
  is_null: (column) => sql`${column} is null`,
  is_not_null: (column) => sql`${column} is not null`,
}

const conditionOf = ({ column, option, values }: CheckedCondition): Expression<SqlBool> => {
  const type = sql.raw(TYPES[column.kind])
  const [first = ''] = values
  if (option === 'contains') return sql<SqlBool>`(${refOf(column)} ilike ${`%${literal(first)}%`})`
  if (option === 'starts_with') return sql<SqlBool>`(${refOf(column)} like ${`${literal(first)}%`})`
  const typed = values.map((value) => sql`${value}::${type}`)
  return sql<SqlBool>`(${COMPARED[option](refOf(column), typed, sql`${[...values]}::${type}[]`)})`
}

const COLUMN_COMPARED = { '=': '=', '!=': '<>', '<': '<', '<=': '<=', '>': '>', '>=': '>=' } as const

const comparisonOf = ({ column, option, other }: CheckedComparison): Expression<SqlBool> =>
  sql<SqlBool>`(${refOf(column)} ${sql.raw(COLUMN_COMPARED[option])} ${refOf(other)})`
