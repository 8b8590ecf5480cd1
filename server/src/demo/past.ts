import { decodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import { CHUNK_SPAN_MS } from '../chunks/chunk.ts'
import type { TimedReport } from '../chunks/chunk-write.ts'
import { type PackedChunk, packTimed } from '../packing/pack-reports.ts'
import { ensureChunkPartitions, insertChunks, inTransaction, type Sql } from '../packing/store.ts'
import { pastFrames, type WantedPast } from './past-frames.ts'
import type { PastProgress } from './past-start.ts'
import { listUnitsWithoutPast, type UnitWithoutPast } from './store-past.ts'

export type PastDeps = { sql: Sql; tell: (progress: PastProgress) => void }
export type Past = Pick<WantedPast, 'fleet_file' | 'bounds_ms'> & { macs: readonly string[] }

/**
 * Makes what is still missing of the demo's past: the newest stretch of every unit first. One unit's stretch is one
 * transaction, so whoever is killed leaves whole stretches, and the next start goes on with the first that is missing.
 */
export const makePast = async ({ sql, tell }: PastDeps, { fleet_file, bounds_ms, macs }: Past): Promise<void> => {
  const stretches = bounds_ms.slice(1).map((from_ms, stretch) => ({ stretch, from_ms, to_ms: bounds_ms[stretch] ?? 0 }))
  const total = stretches.length * macs.length
  let done = 0
  for (const { stretch, from_ms, to_ms } of stretches) {
    const missing = await listUnitsWithoutPast(sql, macs, [new Date(from_ms), new Date(to_ms)])
    done += macs.length - missing.length
    tell({ done, total })
    for (const unit of missing) {
      await makeStretch(sql, unit, { fleet_file, mac: unit.mac, bounds_ms, stretch })
      done += 1
      tell({ done, total })
    }
  }
}

const makeStretch = async (sql: Sql, unit: UnitWithoutPast, wanted: WantedPast): Promise<void> => {
  const chunks: PackedChunk[] = []
  let day: TimedReport[] = []
  const pack = () => {
    const timed = day.map((each) => ({ ...each, layout_id: unit.layout_id }))
    chunks.push(...packTimed(unit.device_id, timed))
    day = []
  }
  for await (const frame of pastFrames(wanted)) {
    const decoded = decodeReport(frame)
    if (!decoded.ok) throw new Error(`the past of ${unit.mac} holds a frame that is no report`)
    const at_ms = decoded.report.ts * 1_000
    const first = day[0]
    if (first !== undefined && dayNumber(first.at_ms) !== dayNumber(at_ms)) pack()
    day.push({ at_ms, report: decoded.report })
  }
  pack()
  await ensureChunkPartitions(
    sql,
    chunks.map(({ day_ms }) => day_ms),
  )
  await inTransaction(sql, () => insertChunks(sql, unit.device_id, chunks))
}

const dayNumber = (at_ms: number): number => Math.floor(at_ms / CHUNK_SPAN_MS)
