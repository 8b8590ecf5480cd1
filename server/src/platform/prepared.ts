import { createHash } from 'node:crypto'
import type { Compilable } from 'kysely'
import type { Connections } from './db.ts'

/** Statements one process keeps prepared; each costs every connection some memory, and what comes later is planned anew. */
const PREPARED_MAX = 64

const names = new Map<string, string>()

/**
 * Runs a statement that is asked all the time under a name, so that the database parses and plans it once for each
 * connection: planning takes several times as long as finding twenty rows. Only for statements whose best plan does not
 * depend on their values.
 */
export const runPrepared = <Row>(database: Connections, query: Compilable<Row>): Promise<Row[]> =>
  runStatement(database, statementOf(query, 'once'))

/** The same for a statement of which only values change: put together once; values come in the order of its parameters. */
export const prepareOnce = <Row>(build: (db: Connections['db']) => Compilable<Row>) => {
  let statement: Statement<Row> | undefined
  return (database: Connections, values: readonly unknown[]): Promise<Row[]> => {
    statement ??= statementOf(build(database.db), 'once')
    return runStatement(database, { ...statement, values })
  }
}

/**
 * When a statement is planned: once for all values, or each time for the values at hand and only parsed once, where the best
 * plan depends on them; never = it is sent as it is, and nothing of it is kept.
 */
export type Planned = 'once' | 'each_time' | 'never'

/** A statement as it is sent; under a name where something of it is kept. */
export type Statement<Row> = {
  name: string | undefined
  planned: Planned
  text: string
  values: readonly unknown[]
  _row?: Row
}

/** Puts a statement together. */
export const statementOf = <Row>(query: Compilable<Row>, planned: Planned): Statement<Row> => {
  const { sql: text, parameters: values } = query.compile()
  return { name: planned === 'never' ? undefined : nameOf(text), planned, text, values }
}

/** Sends it. */
export const runStatement = async <Row>(
  { pool, prepared, parsed }: Connections,
  { name, planned, text, values }: Statement<Row>,
): Promise<Row[]> => {
  const asked = { text, values: [...values] }
  const kept = { name, ...asked }
  const result = await (name === undefined ? pool.query(asked) : (planned === 'once' ? prepared : parsed).query(kept))
  // As the builder typed the statement; the driver knows nothing of that.
  return result.rows as Row[]
}

const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known !== undefined || names.size >= PREPARED_MAX) return known
  const name = `heatfleet_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
  names.set(text, name)
  return name
}
