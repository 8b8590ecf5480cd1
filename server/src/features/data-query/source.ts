import type { QueryTable } from '@heatfleet/contract/data-query/columns.ts'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../caller.ts'

export type QueryScope = Caller['scopes']

/** Where the columns of a table come from, and which of its rows a caller sees: its own columns are all that a query can name. */
export type Source<Name extends string = string> = {
  columns: Readonly<Record<Name, RawBuilder<unknown>>>
  /** Left joins leave out what no column needs; what they bring beside the row has a scope of its own. */
  from: (scopes: QueryScope) => RawBuilder<unknown>
  within: (scopes: QueryScope) => Expression<SqlBool>
}

/** One source for each of some tables. */
export type SourcesOf<Of extends Record<string, QueryTable>> = {
  [Name in keyof Of]: Source<keyof Of[Name]['columns'] & string>
}

export const column = (name: string): RawBuilder<unknown> => sql.ref(name)

/** Of what belongs to the manufacturer and is shown to all who have the right, as in its list. */
export const everyRow = (): Expression<SqlBool> => sql<SqlBool>`true`
