import type { QueryKind, QueryTable } from '@heatfleet/contract/data-query/columns.ts'
import {
  type DataQuery,
  QUERY_CALCULATIONS,
  QUERY_OPTIONS,
  type QueryCalculation,
  type QueryOption,
  type SingleCondition,
  type TwoTableCondition,
} from '@heatfleet/contract/data-query/data-query.ts'
import { isLink, QUERY_TABLES, type QueryTableName } from '@heatfleet/contract/data-query/tables.ts'
import { type ErrorCode, Refusal } from '@heatfleet/contract/errors.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import { type QueryValue, valuesOf } from './query-values.ts'

/** A column that exists and may be read. */
export type CheckedColumn = { table: QueryTableName; name: string; kind: QueryKind }
/** A column of the answer: as it stands, or calculated. */
export type SelectedColumn = CheckedColumn & { method: QueryCalculation | null; label: string }
export type CheckedCondition = { column: CheckedColumn; option: QueryOption; values: readonly QueryValue[] }
export type CheckedComparison = {
  column: CheckedColumn
  option: TwoTableCondition['option']
  other: CheckedColumn
}
/** A table with how it is joined to those before it; the first has no conditions. */
export type CheckedTable = { name: QueryTableName; is_left: boolean; on: readonly CheckedComparison[] }
type CheckedOrder = { column: Omit<SelectedColumn, 'label'>; option: 'asc' | 'desc' }

/** A question whose every name is one of the tables, and whose every value fits its column. */
export type CheckedQuery = {
  tables: readonly CheckedTable[]
  selected: readonly SelectedColumn[]
  /** Rows that meet every condition of any of these; none = all rows. */
  alternatives: readonly (readonly CheckedCondition[])[]
  comparisons: readonly CheckedComparison[]
  order: readonly CheckedOrder[]
  /** Labels of the columns that are the same for all rows of an item. */
  repeat: readonly string[]
  /** Calculations are made over rows that are equal in all other columns. */
  is_calculated: boolean
}

const refuse = (code: ErrorCode, field: string): never => {
  throw new Refusal(code, { field: `data_query.${field}` })
}

/** Checks a question against the tables and the caller's rights; refuses with the field that is wrong. */
export const checkQuery = (permissions: ReadonlySet<Permission>, query: DataQuery): CheckedQuery => {
  const names = query.select.map(({ table }) => table)
  const first = names[0] ?? refuse('invalid_input', 'select')
  for (const [at, name] of names.entries()) {
    if (names.indexOf(name) !== at) refuse('query_tables_not_joined', `select.${at}.table`)
    if (!permissions.has(QUERY_TABLES[name].right)) refuse('no_permission', `select.${at}.table`)
  }

  const columnOf = (table: QueryTableName, name: string, field: string): CheckedColumn => {
    if (!names.includes(table)) refuse('query_tables_not_joined', field)
    const columns: QueryTable['columns'] = QUERY_TABLES[table].columns
    const column = Object.hasOwn(columns, name) ? columns[name] : undefined
    if (column === undefined) return refuse('query_column_unknown', field)
    if (column.right !== undefined && !permissions.has(column.right)) refuse('no_permission', field)
    return { table, name, kind: column.kind }
  }

  const selected = selectedOf(query, columnOf)
  const is_calculated = selected.some(({ method }) => method !== null)
  const joining = query.where.two_table.map((condition, at) => comparisonOf(condition, at, columnOf))
  const group = query.group.map(({ table, name }, at) => {
    const label = labelOf(columnOf(table ?? first, name, `group.${at}.name`), null)
    return selected.some((one) => one.label === label) ? label : refuse('query_order_wrong', `group.${at}.name`)
  })
  const of_first = selected.filter(({ table, method }) => table === first && method === null)
  const repeat = group.length > 0 || names.length === 1 ? group : of_first.map(({ label }) => label)
  return {
    tables: names.map((name, at) => ({ name, ...joinOf(names, at, query.where.two_table, joining) })),
    selected,
    alternatives: alternativesOf(query.where.single_table, first, columnOf),
    comparisons: joining.filter((_, at) => query.where.two_table[at]?.method === 'and'),
    order: orderOf(query, first, selected, is_calculated, columnOf),
    repeat,
    is_calculated,
  }
}

type ColumnOf = (table: QueryTableName, name: string, field: string) => CheckedColumn

/** `table.name`, or `table.name.method` of a calculation. */
const labelOf = ({ table, name }: CheckedColumn, method: QueryCalculation | null): string =>
  method === null ? `${table}.${name}` : `${table}.${name}.${method}`

const calculated = (column: CheckedColumn, method: QueryCalculation | null, field: string) => {
  const kinds: readonly QueryKind[] | null = method === null ? null : QUERY_CALCULATIONS[method]
  if (kinds !== null && !kinds.includes(column.kind)) refuse('query_option_wrong', field)
  return { ...column, method }
}

const selectedOf = ({ select, action }: DataQuery, columnOf: ColumnOf): SelectedColumn[] => {
  const all = select.flatMap(({ table, columns }, at) =>
    columns.map((column, place) => {
      const field = `select.${at}.columns.${place}`
      const { name, method } = typeof column === 'string' ? { name: column, method: null } : column
      const found = calculated(columnOf(table, name, field), method, `${field}.method`)
      return { ...found, label: labelOf(found, method) }
    }),
  )
  if (action === 'count' && all.some(({ method }) => method !== null)) refuse('query_option_wrong', 'action')
  return all.filter(({ label }, at) => all.findIndex((one) => one.label === label) === at)
}

const comparisonOf = (condition: TwoTableCondition, at: number, columnOf: ColumnOf): CheckedComparison => {
  const field = `where.two_table.${at}`
  const column = columnOf(condition.table, condition.name, `${field}.name`)
  const other = columnOf(condition.other_table, condition.other_name, `${field}.other_name`)
  if (column.kind !== other.kind || condition.table === condition.other_table)
    refuse('query_option_wrong', `${field}.other_name`)
  if (column.kind === 'boolean' && condition.option !== '=' && condition.option !== '!=')
    refuse('query_option_wrong', `${field}.option`)
  return { column, option: condition.option, other }
}

/** How a table is joined to those before it: by equal columns that belong together. */
const joinOf = (
  names: readonly QueryTableName[],
  at: number,
  conditions: readonly TwoTableCondition[],
  joining: readonly CheckedComparison[],
): Omit<CheckedTable, 'name'> => {
  const before = names.slice(0, at)
  const own = names[at]
  const mine = joining.flatMap((comparison, place) => {
    const condition = conditions[place]
    const { column, other, option } = comparison
    const [near, far] = column.table === own ? [column, other] : [other, column]
    if (condition === undefined || condition.method === 'and') return []
    // Every joining condition belongs to the later one of its tables.
    if (near.table !== own || !before.includes(far.table)) return []
    if (option !== '=' || !isLink(near, far)) refuse('query_tables_not_joined', `where.two_table.${place}`)
    return [{ comparison, is_left: condition.method === 'left_join' }]
  })
  if (at > 0 && mine.length === 0) refuse('query_tables_not_joined', `select.${at}.table`)
  return { is_left: mine.some(({ is_left }) => is_left), on: mine.map(({ comparison }) => comparison) }
}

const alternativesOf = (
  conditions: readonly SingleCondition[],
  first: QueryTableName,
  columnOf: ColumnOf,
): CheckedCondition[][] => {
  const alternatives: CheckedCondition[][] = []
  for (const [at, { method, table, name, option, value }] of conditions.entries()) {
    const field = `where.single_table.${at}`
    const column = columnOf(table ?? first, name, `${field}.name`)
    const { kinds }: { kinds: readonly QueryKind[] } = QUERY_OPTIONS[option]
    if (!kinds.includes(column.kind)) refuse('query_option_wrong', `${field}.option`)
    const values = valuesOf(column.kind, QUERY_OPTIONS[option].value, value)
    if (values === null) return refuse('query_value_wrong', `${field}.value`)
    const last = alternatives.at(-1)
    if (last === undefined || method === 'or') alternatives.push([{ column, option, values }])
    else last.push({ column, option, values })
  }
  return alternatives
}

/** Columns of the group come first, so that rows of an item follow each other. */
const orderOf = (
  query: DataQuery,
  first: QueryTableName,
  selected: readonly SelectedColumn[],
  is_calculated: boolean,
  columnOf: ColumnOf,
): CheckedOrder[] => {
  const asked = query.order.map(({ table, name, method, option }, at) => {
    const field = `order.${at}.name`
    const column = calculated(columnOf(table ?? first, name, field), method ?? null, field)
    const label = labelOf(column, column.method)
    // Of a calculated answer only its own columns have one value a row.
    if ((is_calculated || method !== undefined) && !selected.some((one) => one.label === label))
      refuse('query_order_wrong', field)
    return { column, option, label }
  })
  const group = query.group.map(({ table, name }, at) => {
    const column = { ...columnOf(table ?? first, name, `group.${at}.name`), method: null }
    const label = labelOf(column, null)
    return asked.find((one) => one.label === label) ?? { column, option: 'asc' as const, label }
  })
  const rest = asked.filter(({ label }) => !group.some((one) => one.label === label))
  return [...group, ...rest].map(({ column, option }) => ({ column, option }))
}
