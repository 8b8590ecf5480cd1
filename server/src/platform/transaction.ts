import type pg from 'pg'

/** Runs statements of one connection as a transaction, rolled back when any of them fails. */
export const inTransaction = async <Result>(
  pool: Pick<pg.Pool, 'connect'>,
  run: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> => {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await run(client)
    await client.query('commit')
    return result
  } catch (error) {
    // When even the rollback fails the connection is dead and must not return to the pool.
    await client.query('rollback').catch((reason: Error) => {
      broken = reason
    })
    throw error
  } finally {
    client.release(broken)
  }
}
