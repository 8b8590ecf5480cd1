import { createHash } from 'node:crypto'
import type { Compilable } from 'kysely'
import type pg from 'pg'
import type { Database } from './db.ts'

type Connections = Pick<Database, 'db' | 'pool'>

/** Statements one process keeps prepared; each costs every connection some memory, and what comes later is planned anew. */
const PREPARED_MAX = 64

const names = new Map<string, string>()

/**
 * Runs a statement that is asked all the time under a name, so that the database parses and plans it once for each
 * connection: planning takes several times as long as finding twenty rows. Only for statements whose best plan does not
 * depend on their values.
 */
export const runPrepared = <Row>(pool: Connections['pool'], query: Compilable<Row>): Promise<Row[]> => {
  const { sql, parameters } = query.compile()
  return send(pool, sql, parameters)
}

/** The same for a statement of which only values change: put together once; values come in the order of its parameters. */
export const prepareOnce = <Row>(build: (db: Connections['db']) => Compilable<Row>) => {
  let text: string | undefined
  return ({ db, pool }: Connections, values: readonly unknown[]): Promise<Row[]> => {
    text ??= build(db).compile().sql
    return send(pool, text, values)
  }
}

const send = async <Row>(pool: pg.Pool, text: string, values: readonly unknown[]): Promise<Row[]> => {
  const name = nameOf(text)
  const result = await pool.query({ ...(name === undefined ? {} : { name }), text, values: [...values] })
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
