import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pinned } from './cores.ts'
import { percentile } from './figures.ts'
import type { SentStatement } from './sent-statements.ts'

/** The database alone under the statements of one call: the floor the product stands on. */
export type Peer = {
  /** `pgbench 15.18`, or what stands in for it where it is not installed. */
  name: string
  /** As many calls as it can. */
  highest: (load: PeerLoad) => Promise<PeerFigures>
  /** Calls that come at a rate, by chance as pgbench spreads them: their p99 in ms; null = it cannot tell. */
  paced: (load: PeerLoad, rate: number) => Promise<number | null>
}
export type PeerLoad = { statements: readonly SentStatement[]; concurrency: number; seconds: number }
export type PeerFigures = { rate: number; p99_ms: number }
/** Each connection plans each statement six times before it keeps a plan: what that takes counts for nobody. */
const WARM_UP_S = 1
/** What the names of pgbench's own logs begin with, and nothing else in their folder. */
const LOG = 'took.'

/** pgbench where it is installed (Debian: package postgresql); else a loop of our own over the same prepared statements. */
export const choosePeer = (socket_dir: string, is_pinned: boolean): Peer => {
  const found = spawnSync('pgbench', ['--version'], { encoding: 'utf8' })
  const version = /\d+\.\d+/.exec(found.stdout ?? '')?.[0]
  if (version === undefined)
    return {
      name: 'node-postgres, prepared (pgbench is not installed)',
      highest: (load) => runNode(socket_dir, load),
      paced: async () => null,
    }
  return {
    name: `pgbench ${version}`,
    highest: (load) => runPgbench(socket_dir, is_pinned, load),
    paced: async (load, rate) => (await runPgbench(socket_dir, is_pinned, load, `--rate=${Math.max(1, rate)}`)).p99_ms,
  }
}

const runPgbench = async (
  socket_dir: string,
  is_pinned: boolean,
  { statements, concurrency, seconds }: PeerLoad,
  ...how: string[]
): Promise<PeerFigures> => {
  const folder = mkdtempSync(join(tmpdir(), 'heatfleet-pgbench-'))
  try {
    const script = join(folder, 'call.sql')
    writeFileSync(script, statements.map(asScript).join('\n'))
    const values = statements.flatMap(({ values: own }, at) =>
      own.map((value, n) => `${variable(at, n)}=${value ?? ''}`),
    )
    const words = [
      ['--no-vacuum', '--protocol=prepared', `--client=${concurrency}`, '--jobs=1', lengthOf(seconds), ...how],
      ['--log', `--log-prefix=${join(folder, LOG)}`, `--file=${script}`],
      values.map((value) => `--define=${value}`),
      ['--host', socket_dir, '--port', '5432', '--username', 'heatfleet', 'heatfleet'],
    ]
    const command: [string, ...string[]] = ['pgbench', ...words.flat()]
    await runCommand(is_pinned ? pinned('measuring', command) : command)
    return figuresOf(folder, seconds < 1 ? 0 : WARM_UP_S)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const runCommand = async ([program, ...words]: [string, ...string[]]): Promise<void> => {
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`pgbench failed (${String(code)}):\n${output}`)
}

/** pgbench knows whole seconds; the short form of a bench asks for a few transactions. */
const lengthOf = (seconds: number): string =>
  seconds < 1 ? '--transactions=5' : `--time=${Math.ceil(seconds) + WARM_UP_S}`

/** Of each line of its log the third field is how long it took, the fifth and sixth when it ended (s, and us of it). */
const figuresOf = (folder: string, warm_up_s: number): PeerFigures => {
  const ended = readdirSync(folder)
    .filter((file) => file.startsWith(LOG))
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').trimEnd().split('\n'))
    .map((line) => line.split(' ').map(Number))
    .map(([, , took_us = 0, , at_s = 0, at_us = 0]) => ({ took_us, at_us: at_s * 1_000_000 + at_us }))
  const from_us = Math.min(...ended.map(({ at_us, took_us }) => at_us - took_us)) + warm_up_s * 1_000_000
  const counted = ended.filter(({ at_us }) => at_us > from_us)
  const lasted_s = (Math.max(...counted.map(({ at_us }) => at_us)) - from_us) / 1_000_000
  const sorted = Float64Array.from(counted.map(({ took_us }) => took_us / 1_000)).sort()
  return { rate: counted.length / lasted_s, p99_ms: percentile(sorted, 99) }
}

const variable = (statement: number, value: number): string => `s${statement}_${value + 1}`

/** One line each: pgbench ends a statement at its semicolon, and takes `:name` for a value. */
const asScript = ({ sql, values }: SentStatement, at: number): string =>
  `${sql.replaceAll(/\$(\d+)/g, (_, n: string) => (values[Number(n) - 1] === null ? 'null' : `:${variable(at, Number(n) - 1)}`))};`

const runNode = async (socket_dir: string, { statements, concurrency, seconds }: PeerLoad): Promise<PeerFigures> => {
  const took_ms: number[] = []
  const began = performance.now()
  const until = began + seconds * 1_000
  const worker = async (): Promise<void> => {
    const client = new pg.Client({ host: socket_dir, port: 5432, user: 'heatfleet', database: 'heatfleet' })
    await client.connect()
    while (performance.now() < until) {
      const sent = performance.now()
      for (const [at, { sql, values }] of statements.entries())
        await client.query({ name: `s${at}`, text: sql, values: [...values] })
      took_ms.push(performance.now() - sent)
    }
    await client.end()
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  const sorted = Float64Array.from(took_ms).sort()
  return { rate: sorted.length / ((performance.now() - began) / 1_000), p99_ms: percentile(sorted, 99) }
}
