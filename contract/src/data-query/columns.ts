import type { Permission } from '../permissions.ts'

/** What a column holds, and so which conditions and calculations it takes. Times are ISO 8601 UTC, days `2026-11-21`. */
const QUERY_KINDS = ['text', 'integer', 'number', 'boolean', 'time', 'day'] as const
export type QueryKind = (typeof QUERY_KINDS)[number]

/** A column that may be asked for; `right` = a right beyond that of its table, `values` = all that a text column can hold. */
export type QueryColumn = { kind: QueryKind; right?: Permission; values?: readonly string[] }

/** A table that may be asked for. Rows are those of the caller's scope. */
export type QueryTable = {
  right: Permission
  /** Columns that name the row; rows that are equal otherwise are in their order. */
  keys: readonly string[]
  columns: Readonly<Record<string, QueryColumn>>
  /** Columns by which it may be joined, with the column of the other table. */
  links: Readonly<Record<string, { table: string; name: string }>>
}

/** Columns are named as in the rows that the other calls answer with. */
export type ColumnsOf<Row> = { [Name in keyof Row]?: QueryColumn }

export const text = { kind: 'text' } as const
export const integer = { kind: 'integer' } as const
export const number = { kind: 'number' } as const
export const boolean = { kind: 'boolean' } as const
export const time = { kind: 'time' } as const
export const day = { kind: 'day' } as const
/** Readable, and usable in a condition, with the right to personal data alone. */
export const personal = { kind: 'text', right: 'pii:view' } as const
export const oneOf = <const Values extends readonly string[]>(values: Values) => ({ kind: 'text', values }) as const

/** The unit a row is about, as most tables link to it. */
export const OF_DEVICE = { mac: { table: 'device', name: 'mac' } } as const
