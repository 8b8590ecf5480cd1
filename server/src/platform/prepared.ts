import { createHash } from 'node:crypto'
import type { Compilable } from 'kysely'
import type { Connections } from './db.ts'

/** Prepared statements of one process; each uses memory on every connection. Further ones are planned at each call. */
const PREPARED_MAX = 64

const names = new Map<string, string>()

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
  const result = await (name === undefined ? pool.query(query) : prepared.query({ name, ...query }))
  // Typed by the query builder; the driver does not know the type.
  return result.rows as Row[]
}

const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known !== undefined || names.size >= PREPARED_MAX) return known
  const name = `heatfleet_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
  names.set(text, name)
  return name
}
