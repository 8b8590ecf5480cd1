import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { type MeasuredPoint, valueAt } from './report-signals.ts'
import type { BucketQuestion } from './row-values.ts'

/** A store of time series that takes lines of text over HTTP: started empty in a passing folder, stopped by `stop`. */
export type LinePeer = {
  name: string
  /** Bytes of its data on disk, once nothing is written any more. */
  settledBytes: () => Promise<number>
  store: (units: number, points: readonly MeasuredPoint[], from_ms: number, to_ms: number) => Promise<void>
  /** Extremes and average of each bucket; refuses an answer with too few. */
  ask: (question: BucketQuestion) => Promise<void>
  stop: () => Promise<void>
}

type Kind = {
  name: string
  program: string
  /** Its words and settings for a folder and two ports. */
  start: (folder: string, port: number, other_port: number) => { words: string[]; env: Record<string, string> }
  /** Answers once it is ready. */
  ready: string
  prepare: string | null
  write: string
  /** What makes it bring its files into their last form. */
  settle: readonly string[]
  data: string
  ask: (question: BucketQuestion) => string
  /** Numbers in an answer: at least so many for each bucket and point. */
  numbers: number
}

const DATABASE = 'bench'
const fieldsOf = (keys: number): string[] => Array.from({ length: keys }, (_, key) => `p${key}`)

const KINDS: readonly Kind[] = [
  {
    name: 'InfluxDB 1',
    program: 'influxd',
    start: (folder, port, other_port) => ({
      words: [],
      env: {
        INFLUXDB_META_DIR: join(folder, 'meta'),
        INFLUXDB_DATA_DIR: join(folder, 'data'),
        INFLUXDB_DATA_WAL_DIR: join(folder, 'wal'),
        INFLUXDB_HTTP_BIND_ADDRESS: `127.0.0.1:${port}`,
        INFLUXDB_BIND_ADDRESS: `127.0.0.1:${other_port}`,
        INFLUXDB_REPORTING_DISABLED: 'true',
        INFLUXDB_DATA_CACHE_SNAPSHOT_WRITE_COLD_DURATION: '1s',
        INFLUXDB_DATA_COMPACT_FULL_WRITE_COLD_DURATION: '2s',
      },
    }),
    ready: '/ping',
    prepare: `/query?q=${encodeURIComponent(`create database ${DATABASE}`)}`,
    write: `/write?db=${DATABASE}&precision=ms`,
    settle: [],
    data: 'data',
    ask: ({ unit, keys, from_ms, to_ms, bucket_ms }) => {
      const figures = fieldsOf(keys).map((field) => `min(${field}), max(${field}), mean(${field})`)
      const asked = `select ${figures.join(', ')} from v where d = '${unit}' and time >= ${from_ms}ms and time < ${to_ms}ms
        group by time(${bucket_ms}ms)`
      return `/query?db=${DATABASE}&epoch=ms&q=${encodeURIComponent(asked)}`
    },
    numbers: 3,
  },
  {
    name: 'VictoriaMetrics',
    program: 'victoria-metrics',
    start: (folder, port) => ({
      words: [
        `-storageDataPath=${join(folder, 'data')}`,
        `-httpListenAddr=127.0.0.1:${port}`,
        '-retentionPeriod=100y',
        '-search.latencyOffset=0s',
      ],
      env: {},
    }),
    ready: '/health',
    prepare: null,
    write: '/write?precision=ms',
    settle: ['/internal/force_flush', '/internal/force_merge'],
    data: 'data',
    ask: ({ unit, keys, from_ms, to_ms, bucket_ms }) => {
      const series = `{__name__=~"v_(${fieldsOf(keys).join('|')})",d="${unit}"}[${bucket_ms / 1_000}s]`
      const words = new URLSearchParams({
        query: `rollup(${series}) keep_metric_names`,
        start: String((from_ms + bucket_ms) / 1_000),
        end: String(to_ms / 1_000),
        step: `${bucket_ms / 1_000}s`,
        nocache: '1',
      })
      return `/api/v1/query_range?${words.toString()}`
    },
    numbers: 3,
  },
]

const MINUTE_MS = 60_000
const LINES_A_REQUEST = 5_000
const READY_MAX_MS = 20_000
const SETTLED_MAX_MS = 120_000

/** Those that are installed (Debian: influxdb, victoria-metrics), started. */
export const startLinePeers = async (): Promise<LinePeer[]> => {
  const peers: LinePeer[] = []
  for (const kind of KINDS)
    if (spawnSync(kind.program, ['--help']).error === undefined) peers.push(await startPeer(kind))
  return peers
}

const startPeer = async (kind: Kind): Promise<LinePeer> => {
  const folder = mkdtempSync(join(tmpdir(), 'heatfleet-peer-'))
  const [port, other_port] = [await freePort(), await freePort()]
  const { words, env } = kind.start(folder, port, other_port)
  const child = spawn(kind.program, words, { env: { ...process.env, ...env }, stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  await untilReady(`${url}${kind.ready}`, child)
  if (kind.prepare !== null) await send(`${url}${kind.prepare}`, '')
  return {
    name: kind.name,
    store: async (...ask) => {
      for (const lines of linesOf(...ask)) await send(`${url}${kind.write}`, lines)
    },
    settledBytes: async () => {
      for (const path of kind.settle) await send(`${url}${path}`)
      return settled(join(folder, kind.data))
    },
    ask: async (question) => {
      const numbers = (await send(`${url}${kind.ask(question)}`)).match(/[\d.]+/g)?.length ?? 0
      const buckets = (question.to_ms - question.from_ms) / question.bucket_ms
      if (numbers < buckets * question.keys * kind.numbers)
        throw new Error(`${kind.name} tells ${numbers} numbers of ${buckets} buckets`)
    },
    stop: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Without a body it is read; with one, written. */
const send = async (url: string, body?: string): Promise<string> => {
  const answer = await fetch(url, body === undefined ? {} : { method: 'POST', body })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`HTTP ${answer.status}: ${text.slice(0, 300)}`)
  return text
}

function* linesOf(units: number, points: readonly MeasuredPoint[], from_ms: number, to_ms: number): Generator<string> {
  let lines: string[] = []
  for (let at_ms = from_ms; at_ms < to_ms; at_ms += MINUTE_MS)
    for (let unit = 1; unit <= units; unit += 1) {
      const fields = points.flatMap((point, key) => {
        const value = valueAt(unit, point, at_ms)
        return value === null ? [] : [`p${key}=${value}`]
      })
      lines.push(`v,d=${unit} ${fields.join()} ${at_ms}`)
      if (lines.length < LINES_A_REQUEST) continue
      yield lines.join('\n')
      lines = []
    }
  if (lines.length > 0) yield lines.join('\n')
}

/** The bytes of a folder once they stay the same for some seconds. */
const settled = async (folder: string): Promise<number> => {
  let [bytes, same] = [-1, 0]
  for (let waited_ms = 0; waited_ms < SETTLED_MAX_MS && same < 6; waited_ms += 1_000) {
    await pause(1_000)
    const now = bytesIn(folder)
    same = now === bytes ? same + 1 : 0
    bytes = now
  }
  return bytes
}

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, entry) => sum + (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    )

const untilReady = async (url: string, child: ChildProcess): Promise<void> => {
  for (let waited_ms = 0; waited_ms < READY_MAX_MS; waited_ms += 100) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended`)
    if ((await fetch(url).catch(() => null))?.ok) return
    await pause(100)
  }
  child.kill('SIGKILL')
  throw new Error(`${child.spawnfile} was not ready in time`)
}
