import { createHash } from 'node:crypto'
import type { Compilable } from 'kysely'
import type pg from 'pg'
import type { Connections } from './db.ts'

/** Prepared statements of one database; each uses memory on every connection. Further ones are planned at each call. */
const PREPARED_MAX = 64
/** Texts whose name is cached, so that each is hashed once. */
const NAMES_MAX = 1_000

/** Text -> name: a name depends on nothing but its text. */
const names = new Map<string, string>()
/** The names that are prepared on the connections of a pool. */
const preparedOn = new WeakMap<pg.Pool, Set<string>>()

/**
 * Runs a frequent statement as a prepared one with a generic plan: planning takes several times as long as finding twenty
 * rows. Only for statements whose best plan does not depend on their values.
 */
export const runPrepared = <Row>(database: Connections, query: Compilable<Row>): Promise<Row[]> =>
  runStatement(database, statementOf(query, 'once'))

/** The same for a statement of which only values change: compiled once; values come in the order of its parameters. */
export const prepareOnce = <Row>(build: (db: Connections['db']) => Compilable<Row>) => {
  let statement: Statement<Row> | undefined
  return (database: Connections, values: readonly unknown[]): Promise<Row[]> => {
    statement ??= statementOf(build(database.db), 'once')
    return runStatement(database, { ...statement, values })
  }
}

/** When a statement is planned: once for all values, or at each call for the values of that call. */
export type Planned = 'once' | 'each_time'

/** A compiled statement; a name where it is prepared. */
export type Statement<Row> = {
  name: string | undefined
  text: string
  values: readonly unknown[]
  _row?: Row
}

export const statementOf = <Row>(query: Compilable<Row>, planned: Planned): Statement<Row> => {
  const { sql: text, parameters: values } = query.compile()
  return { name: planned === 'once' ? nameOf(text) : undefined, text, values }
}

export const runStatement = async <Row>(
  { pool, prepared }: Connections,
  { name, text, values }: Statement<Row>,
): Promise<Row[]> => {
  const query = { text, values: [...values] }
  const is_prepared = name !== undefined && isAdmitted(prepared, name)
  const result = await (is_prepared ? prepared.query({ name, ...query }) : pool.query(query))
  // Typed by the query builder; the driver does not know the type.
  return result.rows as Row[]
}

/** Whether a statement is one of the first {@link PREPARED_MAX} of its pool. */
const isAdmitted = (pool: pg.Pool, name: string): boolean => {
  const admitted = preparedOn.get(pool) ?? new Set<string>()
  if (admitted.size === 0) preparedOn.set(pool, admitted)
  if (admitted.has(name)) return true
  if (admitted.size >= PREPARED_MAX) return false
  admitted.add(name)
  return true
}

const nameOf = (text: string): string => {
  const cached = names.get(text)
  if (cached !== undefined) return cached
  const name = `heatfleet_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
  if (names.size < NAMES_MAX) names.set(text, name)
  return name
}
