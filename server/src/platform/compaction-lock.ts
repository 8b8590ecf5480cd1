import type pg from 'pg'

type Sql = Pick<pg.ClientBase, 'query'>

/** Number of the advisory lock: "pack". */
const TURN = 0x7061_636b

/** Takes the compaction lock for the lifetime of the connection; false = another process holds it. */
export const acquireCompactionLock = async (sql: Sql): Promise<boolean> => {
  const { rows } = await sql.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [TURN])
  return rows[0]?.taken === true
}

/**
 * Waits for the compaction lock, up to a time: while the connection holds it no partition is detached, emptied or dropped. A look of the
 * compaction that finds it taken leaves its work to the next.
 */
export const waitForCompactionLock = async (sql: Sql, max_ms: number): Promise<boolean> => {
  await sql.query(`set lock_timeout = ${max_ms}`)
  try {
    await sql.query('select pg_advisory_lock($1)', [TURN])
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE) return false
    throw error
  } finally {
    await sql.query('reset lock_timeout')
  }
}

const LOCK_NOT_AVAILABLE = '55P03'
