import { setImmediate } from 'node:timers/promises'
import type { HistorySeries } from '@heatfleet/contract/history-series.ts'
import { decodeReport } from '@heatfleet/contract/report-frame.ts'
import type { Layouts } from '../products/public.ts'
import { createReducer } from './reduce.ts'
import type { HistorySource, Period, StoredFrame } from './store.ts'

type Deps = { layouts: Layouts; sources: readonly HistorySource[] }

/** What to read of one device. */
export type HistoryAsk = {
  device: { device_id: number; mac: string }
  points: readonly string[]
  period: Period
  /** 0 = as reported. */
  bucket_s: number
  /** Rows one curve may have; reading stops there. */
  rows_max: number
}

/**
 * The one way to read history: merges all places reports are kept in, decodes each under its own version, reduces while
 * reading. Never holds more than a batch of frames and the rows of the answer.
 */
export const readHistory = async (
  { layouts, sources }: Deps,
  { device, points, period, bucket_s, rows_max }: HistoryAsk,
): Promise<{ series: HistorySeries[]; truncated: boolean }> => {
  const reducers = points.map(() => createReducer(bucket_s * 1_000))
  const values = new Float64Array(points.length)
  let truncated = false
  reading: for await (const frames of mergeSources(sources.map((source) => source(device.device_id, period)))) {
    for (const frame of frames) {
      const layout = await layouts.find(frame.layout_id)
      const decoded = decodeReport(frame.raw)
      // The gateway stored only frames it could read under a version that exists; anything else has nothing to show.
      if (layout === null || !decoded.ok) continue
      const known = points.filter((key) => layout.byKey.has(key))
      layout.decoderOf(known).decodeInto(decoded.report.blocks, values)
      for (const [at, key] of known.entries()) {
        const value = values[at]
        if (value === undefined || Number.isNaN(value)) continue
        const reducer = reducers[points.indexOf(key)]
        reducer?.add(frame.at_ms, value)
        if (reducer !== undefined && reducer.rows() >= rows_max) truncated = true
      }
      if (truncated) break reading
    }
    await setImmediate()
  }
  const series = points.flatMap((key, at) => {
    const columns = reducers[at]?.finish()
    return columns === undefined ? [] : [{ mac: device.mac, key, ...columns }]
  })
  return { series, truncated }
}

/** One stream in order of time out of several that each are. */
export async function* mergeSources(streams: readonly AsyncIterable<StoredFrame[]>[]): AsyncIterable<StoredFrame[]> {
  const [only] = streams
  if (only === undefined) return
  if (streams.length === 1) {
    yield* only
    return
  }
  const heads = await Promise.all(streams.map((stream) => openHead(stream)))
  try {
    for (;;) {
      const open = heads.filter((head) => head.frames.length > 0)
      if (open.length === 0) return
      // All streams have told everything up to the earliest end of their batches.
      const until = Math.min(...open.map((head) => head.frames.at(-1)?.at_ms ?? 0))
      const ready = open.flatMap((head) => head.take(until))
      yield ready.sort((a, b) => a.at_ms - b.at_ms)
      await Promise.all(open.map((head) => head.refill()))
    }
  } finally {
    await Promise.all(heads.map((head) => head.close()))
  }
}

type Head = {
  frames: StoredFrame[]
  take: (until_ms: number) => StoredFrame[]
  refill: () => Promise<void>
  close: () => Promise<void>
}

const openHead = async (stream: AsyncIterable<StoredFrame[]>): Promise<Head> => {
  const reader = stream[Symbol.asyncIterator]()
  const head: Head = {
    frames: [],
    take: (until_ms) => {
      const split = head.frames.findIndex((frame) => frame.at_ms > until_ms)
      return head.frames.splice(0, split === -1 ? head.frames.length : split)
    },
    refill: async () => {
      if (head.frames.length > 0) return
      const next = await reader.next()
      head.frames = next.done === true ? [] : [...next.value]
    },
    close: async () => {
      await reader.return?.()
    },
  }
  await head.refill()
  return head
}
