import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** SQLSTATE cannot_connect_now: starting up, shutting down or recovering. */
const CANNOT_CONNECT_NOW = '57P03'
const NOBODY_THERE = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'])

/**
 * True when a PostgreSQL answers a real `select 1` on the socket in `socket_dir`; false when nothing listens there. Waits
 * while one is starting or stopping: a bare connect once adopted a server that was on its way down.
 */
export const probePostgres = async (socket_dir: string, user: string, timeout_ms: number): Promise<boolean> => {
  for (let waited_ms = 0; ; waited_ms += 100) {
    const answer = await probe(socket_dir, user)
    if (answer !== 'not yet') return answer === 'ready'
    if (waited_ms >= timeout_ms) throw new Error(`PostgreSQL in ${socket_dir} neither starts nor stops.`)
    await pause(100)
  }
}

const probe = async (socket_dir: string, user: string): Promise<'ready' | 'nobody' | 'not yet'> => {
  const client = new pg.Client({ host: socket_dir, port: 5432, user, database: 'postgres' })
  // A server that ends in the middle reports it here; the query below fails as well.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return 'ready'
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (NOBODY_THERE.has(code)) return 'nobody'
    // 57P01 = it was stopped during the query; no code = the socket closed under us.
    if (code === CANNOT_CONNECT_NOW || code === '57P01' || code === '') return 'not yet'
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}
