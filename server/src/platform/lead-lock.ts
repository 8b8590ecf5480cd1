import pg from 'pg'
import type { Clock } from './clock.ts'
import { type ConnectionOptions, clientConfig } from './db.ts'

/** Waiting processes try so often. */
const TRY_EVERY_MS = 300
/** The one that leads looks so often whether it still does; no answer within the time-out = it does not. */
const CHECK_EVERY_MS = 2_000
const CHECK_MAX_MS = 5_000
/** A machine without power does not end its connections: the database finds out itself. Ignored on a socket. */
const KEEP_ALIVE = 'set tcp_keepalives_idle = 2; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 3'

export type Lead = {
  /** Tries once. True from then on, until it is lost or given up. */
  take: () => Promise<boolean>
  /** Resolves once it is taken; never after {@link Lead.giveUp}. */
  taken: Promise<void>
  giveUp: () => Promise<void>
}

/**
 * Of the processes of several machines one leads: who holds an advisory lock of their database. It ends with the connection, so a process that
 * is killed is followed within a second. `onLost`: the database ended the connection; another process may lead already.
 */
export const waitForLead = (
  connection: ConnectionOptions,
  lock: number,
  { clock, onLost }: { clock: Clock; onLost: (error: unknown) => void },
): Lead => {
  const { promise: taken, resolve } = Promise.withResolvers<void>()
  let client: pg.Client | null = null
  let leads = false
  let is_over = false
  let stopTimer = (): void => {}
  let trying: Promise<boolean> | null = null

  const lose = (error: unknown): void => {
    client?.end().catch(() => {})
    client = null
    if (!leads || is_over) return
    leads = false
    is_over = true
    stopTimer()
    onLost(error)
  }
  const open = async (): Promise<pg.Client> => {
    if (client !== null) return client
    const opened = new pg.Client({ ...clientConfig(connection), keepAlive: true, query_timeout: CHECK_MAX_MS })
    opened.on('error', lose)
    await opened.connect()
    await opened.query(KEEP_ALIVE)
    client = opened
    return opened
  }
  const tryOnce = async (): Promise<boolean> => {
    if (leads || is_over) return leads
    const { rows } = await (await open()).query<{ leads: boolean }>('select pg_try_advisory_lock($1) as leads', [lock])
    leads = rows[0]?.leads === true
    if (leads) {
      resolve()
      check()
    }
    return leads
  }
  /** One try at a time: a second connection would be refused what the first has. */
  const take = (): Promise<boolean> => {
    trying ??= tryOnce().finally(() => {
      trying = null
    })
    return trying
  }
  const check = (): void => {
    stopTimer = clock.after(CHECK_EVERY_MS, () => {
      client?.query('select 1').then(() => !is_over && check(), lose)
    })
  }
  const tryAgain = (): void => {
    stopTimer = clock.after(TRY_EVERY_MS, () => {
      take()
        .catch(lose)
        .finally(() => !leads && !is_over && tryAgain())
    })
  }
  tryAgain()
  return {
    take,
    taken,
    giveUp: async () => {
      is_over = true
      stopTimer()
      await client?.end().catch(() => {})
      client = null
    },
  }
}
