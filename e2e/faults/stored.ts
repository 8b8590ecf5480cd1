import { join } from 'node:path'
import { api } from '@heatfleet/contract/api.ts'
import { type Call, createClient } from '@heatfleet/contract/client.ts'
import type { UserInfo } from '@heatfleet/contract/session/session.ts'
import pg from 'pg'
import { ADMIN_PASSWORD } from '../product.ts'
import type { Ledger } from './ledger.ts'

/** Signs in, by default as the administrator. */
export const signInUser = (url: string, user_name = 'admin', password = ADMIN_PASSWORD): Promise<UserInfo> =>
  createClient({ base_url: url, token: () => null })(api.login, { body: { user_name, password } })

/** Signs in and returns the token. */
export const signIn = async (url: string, user_name = 'admin', password = ADMIN_PASSWORD): Promise<string> =>
  (await signInUser(url, user_name, password)).token

/** A client that carries this token. */
export const clientOf = (url: string, token: string): Call => createClient({ base_url: url, token: () => token })

const WINDOW_S = 10_000

/** Second -> raw flow temperature of every report stored for a device in a period, read over the API like a console. */
export const storedValues = async (
  call: Call,
  mac: string,
  from_s: number,
  to_s: number,
): Promise<Map<number, number>> => {
  const stored = new Map<number, number>()
  for (let start = from_s; start < to_s; start += WINDOW_S) {
    const answer = await call(api.historyData, {
      body: {
        macs: [mac],
        points: ['t_out'],
        from: new Date(start * 1000).toISOString(),
        to: new Date(Math.min(start + WINDOW_S, to_s) * 1000).toISOString(),
        resolution: 'raw',
      },
    })
    if (answer.truncated) throw new Error('the answer was cut: the window is too long')
    for (const series of answer.series)
      series.t.forEach((t, index) => {
        const value = series.v[index]
        if (value !== null && value !== undefined) stored.set(Math.round(t / 1000), Math.round(value * 10))
      })
  }
  return stored
}

/** Connection to the embedded PostgreSQL of a data folder. */
export const embeddedConnection = (data: string): pg.ClientConfig => ({
  host: join(data, 'pg-socket'),
  port: 5432,
  user: 'heatfleet',
  database: 'heatfleet',
})

/**
 * Second -> rows stored for a device in a time, straight from the table: the history shows equal times as one, so
 * only the rows tell whether something was stored twice.
 */
export const storedRows = async (
  connection: pg.ClientConfig,
  mac: string,
  before_s: number,
  from_s = 0,
): Promise<Map<number, number>> => {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query<{ second: string; rows: string }>(
      `select extract(epoch from at)::bigint as second, count(*) as rows
       from report_hot join devices using (device_id) where mac = $1 and at < to_timestamp($2) and at >= to_timestamp($3) group by 1`,
      [mac, before_s, from_s],
    )
    return new Map(rows.map((row) => [Number(row.second), Number(row.rows)]))
  } finally {
    await client.end()
  }
}

/** Comparison of sent and stored reports: each figure but `acked` should be 0. */
export type Comparison = {
  acked: number
  /** Acknowledged and missing, or with another value. */
  lost: number
  /** Stored and never sent. */
  invented: number
  /** Rows beyond the first of the same report. */
  twice: number
}

/** Compares the ledgers with what is stored, by the API and by the rows. Covers `from_s` to `before_s`. */
export const compare = async (
  url: string,
  connection: pg.ClientConfig,
  ledgers: readonly Ledger[],
  first_ts: number,
  before_s: number,
  from_s = 0,
): Promise<Comparison> => {
  const call = clientOf(url, await signIn(url))
  const comparison: Comparison = { acked: 0, lost: 0, invented: 0, twice: 0 }
  for (const { did, sent, acked } of ledgers) {
    const values = await storedValues(call, did, first_ts, first_ts + sent.size)
    const rows = await storedRows(connection, did, before_s, from_s)
    comparison.acked += acked.size
    for (const ts of acked) if (values.get(ts) !== sent.get(ts) || !rows.has(ts)) comparison.lost += 1
    for (const [ts, count] of rows) {
      if (!sent.has(ts)) comparison.invented += count
      else comparison.twice += count - 1
    }
    for (const ts of values.keys()) if (!sent.has(ts)) comparison.invented += 1
  }
  return comparison
}
