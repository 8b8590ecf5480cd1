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
  run: (statements: readonly SentStatement[], concurrency: number, seconds: number) => Promise<PeerFigures>
}
export type PeerFigures = { calls: number; rate: number; p50_ms: number; p99_ms: number }

/** pgbench where it is installed (Debian: package postgresql); else a loop of our own over the same prepared statements. */
export const choosePeer = (socket_dir: string, is_pinned: boolean): Peer => {
  const found = spawnSync('pgbench', ['--version'], { encoding: 'utf8' })
  const version = /\d+\.\d+/.exec(found.stdout ?? '')?.[0]
  return version === undefined
    ? { name: 'node-postgres, prepared (pgbench is not installed)', run: (...ask) => runNode(socket_dir, ...ask) }
    : { name: `pgbench ${version}`, run: (...ask) => runPgbench(socket_dir, is_pinned, ...ask) }
}

const runPgbench = async (
  socket_dir: string,
  is_pinned: boolean,
  statements: readonly SentStatement[],
  concurrency: number,
  seconds: number,
): Promise<PeerFigures> => {
  const folder = mkdtempSync(join(tmpdir(), 'heatfleet-pgbench-'))
  try {
    const script = join(folder, 'call.sql')
    writeFileSync(script, statements.map(asScript).join('\n'))
    const values = statements.flatMap(({ values: own }, at) =>
      own.map((value, n) => `${variable(at, n)}=${value ?? ''}`),
    )
    const words = [
      ['--no-vacuum', '--protocol=prepared', `--client=${concurrency}`, '--jobs=1', lengthOf(seconds)],
      ['--log', `--log-prefix=${join(folder, 'took')}`, `--file=${script}`],
      values.map((value) => `--define=${value}`),
      ['--host', socket_dir, '--port', '5432', '--username', 'heatfleet', 'heatfleet'],
    ]
    const command: [string, ...string[]] = ['pgbench', ...words.flat()]
    const [program, ...rest] = is_pinned ? pinned('measuring', command) : command
    const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
    const rate = /tps = ([\d.]+)/.exec(output)?.[1]
    if (code !== 0 || rate === undefined) throw new Error(`pgbench failed (${String(code)}):\n${output}`)
    return { ...latenciesOf(folder), rate: Number(rate) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** pgbench knows whole seconds; the short form of a bench asks for a few transactions. */
const lengthOf = (seconds: number): string => (seconds < 1 ? '--transactions=5' : `--time=${Math.ceil(seconds)}`)

/** Third field of each line of its log: microseconds. */
const latenciesOf = (folder: string): Omit<PeerFigures, 'rate'> => {
  const lines = readdirSync(folder)
    .filter((name) => name.startsWith('took'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'))
  const sorted = Float64Array.from(lines.map((line) => Number(line.split(' ')[2]) / 1_000)).sort()
  return { calls: sorted.length, p50_ms: percentile(sorted, 50), p99_ms: percentile(sorted, 99) }
}

const variable = (statement: number, value: number): string => `s${statement}_${value + 1}`

/** One line each: pgbench ends a statement at its semicolon, and takes `:name` for a value. */
const asScript = ({ sql, values }: SentStatement, at: number): string =>
  `${sql.replaceAll(/\$(\d+)/g, (_, n: string) => (values[Number(n) - 1] === null ? 'null' : `:${variable(at, Number(n) - 1)}`))};`

const runNode = async (
  socket_dir: string,
  statements: readonly SentStatement[],
  concurrency: number,
  seconds: number,
): Promise<PeerFigures> => {
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
  return {
    calls: sorted.length,
    rate: sorted.length / ((performance.now() - began) / 1_000),
    p50_ms: percentile(sorted, 50),
    p99_ms: percentile(sorted, 99),
  }
}
