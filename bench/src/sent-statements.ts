import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

/** A statement as the product sent it, `$1` and so on for its values, and the values as text (null = SQL null). */
export type SentStatement = { sql: string; values: readonly (string | null)[] }

/** The database takes a setting over, and writes its log, a moment later; a slow machine gets more moments. */
const SETTLE_MS = 80
const TRIES = 10

/**
 * Runs `call`, again where the log comes late, while the database logs every statement; gives those of one call in order. Bookkeeping that does
 * not belong to each call (the session's last use, the tally's folding, the queue of jobs) is left out.
 */
export const captureStatements = async (
  client: pg.Client,
  log_file: string,
  call: () => Promise<unknown>,
): Promise<SentStatement[]> => {
  await setLogging(client, '0')
  try {
    for (let tries = 1; tries <= TRIES; tries += 1) {
      await pause(tries * SETTLE_MS)
      const from = statSync(log_file).size
      await call()
      await pause(tries * SETTLE_MS)
      const found = parseLog(readFrom(log_file, from)).filter(
        ({ sql }) => /^\s*(select|with)\b/.test(sql) && !NOT_OF_THE_CALL.test(sql),
      )
      if (found.length > 0) return found
    }
    throw new Error(`${log_file} shows no statement of the call`)
  } finally {
    await setLogging(client, '-1')
  }
}

const NOT_OF_THE_CALL = /fold_device_tally|pg_reload_conf|graphile_worker/

const setLogging = async (client: pg.Client, value: string): Promise<void> => {
  await client.query(`alter system set log_min_duration_statement = ${value}`)
  await client.query('select pg_reload_conf()')
}

const readFrom = (file: string, from: number): string => {
  const bytes = Buffer.alloc(statSync(file).size - from)
  const opened = openSync(file, 'r')
  try {
    readSync(opened, bytes, 0, bytes.length, from)
  } finally {
    closeSync(opened)
  }
  return bytes.toString()
}

/** Entries begin with a time; their further lines with a tab. */
export const parseLog = (text: string): SentStatement[] => {
  const entries = text.split(/^(?=\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)/m)
  return entries.flatMap((entry, at) => {
    const sql = /LOG: {2}duration: [\d.]+ ms {2}execute [^:]+: ([\s\S]*)$/.exec(entry)?.[1]
    if (sql === undefined) return []
    const detail = /DETAIL: {2}[Pp]arameters: ([\s\S]*)$/.exec(entries[at + 1] ?? '')?.[1] ?? ''
    return [{ sql: sql.replaceAll('\n\t', '\n').trim(), values: parseValues(detail) }]
  })
}

const parseValues = (detail: string): (string | null)[] =>
  [...detail.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g)].map(([, text]) => text?.replaceAll("''", "'") ?? null)
