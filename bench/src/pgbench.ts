import { spawnSync } from 'node:child_process'
import { mkdtempSync, openSync, readdirSync, readFileSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { run } from './processes.ts'

/** A statement as the product sent it, `$1` and so on for its values, and the values as text (null = SQL null). */
export type Statement = { sql: string; values: readonly (string | null)[] }

/** Time for the database to take a setting over and to write its log; a slow machine gets more tries. */
const SETTLE_MS = 80
const TRIES = 10
/** Statements that run beside calls, not for them. */
const BACKGROUND = /fold_device_tally|pg_reload_conf|graphile_worker/

/** The statements of one call, in order: those that the database logs each of the two times the call is made. */
export const captureStatements = async (
  client: pg.Client,
  log_file: string,
  call: () => Promise<unknown>,
): Promise<Statement[]> => {
  const logged = async (settle_ms: number): Promise<Statement[]> => {
    await pause(settle_ms)
    const from = statSync(log_file).size
    await call()
    await pause(settle_ms)
    const bytes = Buffer.alloc(statSync(log_file).size - from)
    readSync(openSync(log_file, 'r'), bytes, 0, bytes.length, from)
    return parseLog(bytes.toString()).filter(({ sql }) => /^(select|with)\b/.test(sql) && !BACKGROUND.test(sql))
  }
  const setLogging = async (value: string): Promise<void> => {
    await client.query(`alter system set log_min_duration_statement = ${value}`)
    await client.query('select pg_reload_conf()')
  }
  await setLogging('0')
  try {
    for (let tries = 1; tries <= TRIES; tries += 1) {
      const first = await logged(tries * SETTLE_MS)
      const second = new Set((await logged(tries * SETTLE_MS)).map(({ sql }) => sql))
      const of_the_call = first.filter(({ sql }) => second.has(sql))
      if (of_the_call.length > 0) return of_the_call
    }
    throw new Error(`${log_file} shows no statement of the call`)
  } finally {
    await setLogging('-1')
  }
}

/** Entries begin with a time; their further lines with a tab. */
const parseLog = (text: string): Statement[] => {
  const entries = text.split(/^(?=\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)/m)
  return entries.flatMap((entry, at) => {
    const sql = /LOG: {2}duration: [\d.]+ ms {2}execute [^:]+: ([\s\S]*)$/.exec(entry)?.[1]
    if (sql === undefined) return []
    const detail = /DETAIL: {2}[Pp]arameters: ([\s\S]*)$/.exec(entries[at + 1] ?? '')?.[1] ?? ''
    const values = [...detail.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g)]
    return [
      {
        sql: sql.replaceAll('\n\t', '\n').trim(),
        values: values.map(([, value]) => value?.replaceAll("''", "'") ?? null),
      },
    ]
  })
}

/** Each connection plans a statement six times before it keeps a plan: this second is not counted. */
const WARM_UP_S = 1
const LOG_PREFIX = 'took.'

/** Its name and version; null = not installed (Debian: package postgresql). */
export const findPgbench = (): string | null => {
  const { stdout } = spawnSync('pgbench', ['--version'], { encoding: 'utf8' })
  const version = /\d+\.\d+/.exec(stdout ?? '')?.[0]
  return version === undefined ? null : `pgbench ${version}`
}

/** Calls a second that the database alone answers under the statements of one call, prepared. */
export const runPgbench = async (
  socket_dir: string,
  is_pinned: boolean,
  statements: readonly Statement[],
  { concurrency, seconds }: { concurrency: number; seconds: number },
): Promise<number> => {
  const folder = mkdtempSync(join(tmpdir(), 'heatfleet-pgbench-'))
  try {
    const script = join(folder, 'call.sql')
    writeFileSync(script, statements.map(scriptOf).join('\n'))
    const defines = statements.flatMap(({ values }, at) =>
      values.map((value, n) => `--define=s${at}_${n + 1}=${value ?? ''}`),
    )
    // It knows whole seconds only; a short form is a few transactions.
    const length = seconds < 1 ? '--transactions=5' : `--time=${Math.ceil(seconds) + WARM_UP_S}`
    const loop = ['--no-vacuum', '--protocol=prepared', `--client=${concurrency}`, '--jobs=1', length]
    const log = ['--log', `--log-prefix=${join(folder, LOG_PREFIX)}`, `--file=${script}`]
    const database = ['--host', socket_dir, '--port', '5432', '--username', 'heatfleet', 'heatfleet']
    await run(['pgbench', ...loop, ...log, ...defines, ...database], is_pinned ? 'measuring' : null)
    return rateOf(folder, seconds < 1 ? 0 : WARM_UP_S)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Of each line of its log the third field is how long a call took (us), the fifth and sixth when it ended (s, and us of it). */
const rateOf = (folder: string, warm_up_s: number): number => {
  const lines = readdirSync(folder)
    .filter((file) => file.startsWith(LOG_PREFIX))
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').trimEnd().split('\n'))
    .map((line) => line.split(' ').map(Number))
  const calls = lines.map(([, , took_us = 0, , at_s = 0, at_us = 0]) => ({ took_us, ended_us: at_s * 1e6 + at_us }))
  const from_us = Math.min(...calls.map(({ ended_us, took_us }) => ended_us - took_us)) + warm_up_s * 1e6
  const counted = calls.map(({ ended_us }) => ended_us).filter((ended_us) => ended_us > from_us)
  return (counted.length * 1e6) / (Math.max(...counted) - from_us)
}

/** One line each: pgbench ends a statement at its semicolon, and reads `:name` as a value. */
const scriptOf = ({ sql, values }: Statement, at: number): string =>
  `${sql.replaceAll(/\$(\d+)/g, (_, n: string) => (values[Number(n) - 1] === null ? 'null' : `:s${at}_${n}`))};`
