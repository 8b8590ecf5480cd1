import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, start, untilReady } from './processes.ts'
import { type MeasuredPoint, minutesOf, valueAt } from './reports.ts'

/** A question for buckets: the first `keys` points of a unit. */
type BucketQuestion = { unit: number; keys: number; from_ms: number; to_ms: number; bucket_ms: number }

/** VictoriaMetrics, started empty in a folder of its own. */
export type TimeSeriesPeer = {
  url: string
  pid: number
  store: (units: number, points: readonly MeasuredPoint[], from_ms: number, to_ms: number) => Promise<void>
  /** Bytes on disk once it has merged its files. */
  settledBytes: () => Promise<number>
  /** Least, greatest and mean of each bucket; refuses an answer with too few. */
  query: (question: BucketQuestion) => Promise<void>
  /** Every value as it was stored. */
  queryRaw: (question: Omit<BucketQuestion, 'bucket_ms'>) => Promise<void>
  stop: () => Promise<void>
}

const PROGRAM = 'victoria-metrics'
const LINES_PER_REQUEST = 5_000
const SETTLED_MAX_MS = 120_000

/** Null where it is not installed (Debian: victoria-metrics). */
export const startVictoriaMetrics = async (is_pinned: boolean): Promise<TimeSeriesPeer | null> => {
  if (spawnSync(PROGRAM, ['--help']).error !== undefined) return null
  const folder = mkdtempSync(join(tmpdir(), 'heatfleet-peer-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = [`-storageDataPath=${folder}`, `-httpListenAddr=127.0.0.1:${port}`, '-retentionPeriod=100y']
  const started = start([PROGRAM, ...settings, '-search.latencyOffset=0s'], is_pinned ? 'measured' : null)
  await untilReady(started, async () => (await fetch(`${url}/health`).catch(() => null))?.ok === true)
  const send = async (path: string, body?: string): Promise<string> => {
    const answer = await fetch(`${url}${path}`, body === undefined ? {} : { method: 'POST', body })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`HTTP ${answer.status}: ${text.slice(0, 300)}`)
    return text
  }
  const refuseFewer = (text: string, least: number): void => {
    const numbers = text.match(/[\d.]+/g)?.length ?? 0
    if (numbers < least) throw new Error(`${PROGRAM} answers ${numbers} numbers of ${least}`)
  }
  return {
    url,
    pid: started.pid,
    store: async (...asked) => {
      for (const lines of linesOf(...asked)) await send('/write?precision=ms', lines)
    },
    settledBytes: async () => {
      for (const path of ['/internal/force_flush', '/internal/force_merge']) await send(path)
      return settled(folder)
    },
    query: async ({ bucket_ms, ...of }) => {
      const query = new URLSearchParams({
        query: `rollup(${seriesOf(of)}[${bucket_ms / 1_000}s]) keep_metric_names`,
        start: String((of.from_ms + bucket_ms) / 1_000),
        end: String(of.to_ms / 1_000),
        step: `${bucket_ms / 1_000}s`,
        nocache: '1',
      })
      refuseFewer(await send(`/api/v1/query_range?${query}`), ((of.to_ms - of.from_ms) / bucket_ms) * of.keys * 3)
    },
    queryRaw: async (of) => {
      const query = new URLSearchParams({
        'match[]': seriesOf(of),
        start: String(of.from_ms / 1_000),
        end: String((of.to_ms - 1) / 1_000),
      })
      refuseFewer(await send(`/api/v1/export?${query}`), ((of.to_ms - of.from_ms) / 60_000) * of.keys * 2)
    },
    stop: async () => {
      await started.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const seriesOf = ({ unit, keys }: Pick<BucketQuestion, 'unit' | 'keys'>): string =>
  `{__name__=~"v_(${Array.from({ length: keys }, (_, key) => `p${key}`).join('|')})",d="${unit}"}`

function* linesOf(units: number, points: readonly MeasuredPoint[], from_ms: number, to_ms: number): Generator<string> {
  let lines: string[] = []
  for (const at_ms of minutesOf(from_ms, to_ms))
    for (let unit = 1; unit <= units; unit += 1) {
      const fields = points.flatMap((point, key) => {
        const value = valueAt(unit, point, at_ms)
        return value === null ? [] : [`p${key}=${value}`]
      })
      lines.push(`v,d=${unit} ${fields.join()} ${at_ms}`)
      if (lines.length < LINES_PER_REQUEST) continue
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
