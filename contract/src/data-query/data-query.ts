import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import type { QueryKind } from './columns.ts'
import { QUERY_TABLE_NAMES } from './tables.ts'

/** What is done: give the rows, or say only how many there are. */
export const QUERY_ACTIONS = ['query', 'count'] as const

/** Calculations over the rows of a group, and what a column must hold for them. */
export const QUERY_CALCULATIONS = {
  count: ['text', 'integer', 'number', 'boolean', 'time', 'day'],
  min: ['text', 'integer', 'number', 'time', 'day'],
  max: ['text', 'integer', 'number', 'time', 'day'],
  sum: ['integer', 'number'],
  avg: ['integer', 'number'],
} as const satisfies Record<string, readonly QueryKind[]>
export type QueryCalculation = keyof typeof QUERY_CALCULATIONS
const CALCULATIONS = Object.keys(QUERY_CALCULATIONS) as [QueryCalculation, ...QueryCalculation[]]

/** Comparisons, what a column must hold for them, and what they compare with. */
export const QUERY_OPTIONS = {
  '=': { kinds: ['text', 'integer', 'number', 'boolean', 'time', 'day'], value: 'one' },
  '!=': { kinds: ['text', 'integer', 'number', 'boolean', 'time', 'day'], value: 'one' },
  '<': { kinds: ['integer', 'number', 'time', 'day'], value: 'one' },
  '<=': { kinds: ['integer', 'number', 'time', 'day'], value: 'one' },
  '>': { kinds: ['integer', 'number', 'time', 'day'], value: 'one' },
  '>=': { kinds: ['integer', 'number', 'time', 'day'], value: 'one' },
  between: { kinds: ['integer', 'number', 'time', 'day'], value: 'two' },
  in: { kinds: ['text', 'integer', 'number'], value: 'many' },
  not_in: { kinds: ['text', 'integer', 'number'], value: 'many' },
  contains: { kinds: ['text'], value: 'one' },
  starts_with: { kinds: ['text'], value: 'one' },
  is_null: { kinds: ['text', 'integer', 'number', 'boolean', 'time', 'day'], value: 'none' },
  is_not_null: { kinds: ['text', 'integer', 'number', 'boolean', 'time', 'day'], value: 'none' },
} as const satisfies Record<string, { kinds: readonly QueryKind[]; value: 'one' | 'two' | 'many' | 'none' }>
export type QueryOption = keyof typeof QUERY_OPTIONS
const OPTIONS = Object.keys(QUERY_OPTIONS) as [QueryOption, ...QueryOption[]]

/** Comparisons of two columns. */
export const QUERY_COLUMN_OPTIONS = ['=', '!=', '<', '<=', '>', '>='] as const

const Table = z.enum(QUERY_TABLE_NAMES)
const Name = z.string().min(1).max(LIMITS.query_name_max)
const Value = z.union([z.string().max(LIMITS.query_text_max), z.number(), z.boolean()])

/** A column, or a calculation over it. */
const Column = z.union([Name, z.strictObject({ name: Name, method: z.enum(CALCULATIONS) })])
const selectOf = (columns_min: number) =>
  z.strictObject({ table: Table, columns: z.array(Column).min(columns_min).max(LIMITS.query_columns_max) })

/** A single-table condition. `or` begins an alternative: `and` binds more closely. Left out, `table` is the first one. */
const SingleCondition = z.strictObject({
  method: z.enum(['and', 'or']).default('and'),
  table: Table.optional(),
  name: Name,
  option: z.enum(OPTIONS),
  value: z.union([Value, z.array(Value).max(LIMITS.query_values_max)]).optional(),
})
export type SingleCondition = z.output<typeof SingleCondition>

/** A two-table condition: how two tables are joined, or a comparison of columns of two tables that are. */
const TwoTableCondition = z.strictObject({
  method: z.enum(['join', 'left_join', 'and']).default('join'),
  table: Table,
  name: Name,
  option: z.enum(QUERY_COLUMN_OPTIONS).default('='),
  other_table: Table,
  other_name: Name,
})
export type TwoTableCondition = z.output<typeof TwoTableCondition>

const Order = z.strictObject({
  table: Table.optional(),
  name: Name,
  method: z.enum(CALCULATIONS).optional(),
  option: z.enum(['asc', 'desc']).default('asc'),
})
const Group = z.strictObject({ table: Table.optional(), name: Name })
export type QueryOrder = z.output<typeof Order>

const queryOf = (select: ReturnType<typeof selectOf>) =>
  z.strictObject({
    action: z.enum(QUERY_ACTIONS).default('query'),
    /** One table, or up to three that conditions join. */
    select: z.union([select.transform((one) => [one]), z.array(select).min(1).max(LIMITS.query_tables_max)]),
    where: z
      .strictObject({
        single_table: z.array(SingleCondition).max(LIMITS.query_conditions_max).default([]),
        two_table: z.array(TwoTableCondition).max(LIMITS.query_conditions_max).default([]),
      })
      .prefault({}),
    order: z.array(Order).max(LIMITS.query_columns_max).default([]),
    /** Rows that are equal in these columns are one item of the result. */
    group: z.array(Group).max(LIMITS.query_columns_max).default([]),
    addition: z
      .strictObject({
        pageNo: z.number().int().min(1).max(LIMITS.query_pages_max).default(1),
        pageSize: z.number().int().min(1).max(LIMITS.query_page_size_max).default(LIMITS.query_page_size),
      })
      .prefault({}),
    /** False: only what belongs to the products that the socket named when it authenticated. */
    request_saas: z.boolean().default(true),
  })

/** The question of a `UserFormatDataQuery` (spec 7, decision 0052). */
export const DataQuery = queryOf(selectOf(1))
/** A question while somebody puts it together: a table may have no column yet. */
export const DataQueryDraft = queryOf(selectOf(0))
export type DataQuery = z.output<typeof DataQuery>
export type DataQueryInput = z.input<typeof DataQuery>

const Cell = z.union([z.string(), z.number(), z.boolean(), z.null()])
const Cells = z.record(z.string(), Cell)

/** The answer (spec 3, formatted data-query results). Columns are named `table.name` or `table.name.method`. */
export const DataQueryResult = z.object({
  /** Rows on this page. */
  record_count: z.number().int(),
  format: z.object({ repeat_column: z.array(z.string()), distinct_column: z.array(z.string()) }),
  /** One item for rows that follow each other and are equal in the repeat columns. */
  result: z.array(z.object({ repeat_column: Cells, distinct_column: z.array(Cells) })),
  addition: z.object({
    which_page: z.number().int(),
    page_size: z.number().int(),
    total_page: z.number().int(),
    total_count: z.number().int(),
  }),
})
export type DataQueryResult = z.output<typeof DataQueryResult>
