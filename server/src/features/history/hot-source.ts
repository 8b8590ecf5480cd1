import { decodeReport } from '@heatfleet/contract/report-frame.ts'
import type { Decoder } from '@heatfleet/modbus/decoder.ts'
import type { World } from '../../world.ts'
import type { Layouts } from '../products/public.ts'
import type { Sample, Source } from './source.ts'
import { listHotReports } from './store.ts'

/** Reports read and decoded at once: about ten milliseconds of work, then others have their turn. */
const BATCH_ROWS = 1_000

/** The hot table: frames as they arrived, each decoded under the version of the product it came with. */
export const hotSource = (
  { database: { db }, layouts }: Pick<World, 'database'> & { layouts: Layouts },
  batch_rows = BATCH_ROWS,
): Source =>
  async function* ({ device_id, from_ms, to_ms, keys }) {
    let next_ms = from_ms
    while (next_ms < to_ms) {
      const reports = await listHotReports(db, { device_id, from_ms: next_ms, to_ms, rows_max: batch_rows })
      const decoders = new Map<number, Decoder | null>()
      for (const { layout_id } of reports)
        if (!decoders.has(layout_id)) decoders.set(layout_id, (await layouts.find(layout_id))?.decoderOf(keys) ?? null)
      const samples: Sample[] = []
      for (const { at_ms, layout_id, raw } of reports) {
        const decoder = decoders.get(layout_id)
        const decoded = decodeReport(raw)
        // What ingest stored decodes; a version with faults is told where it is compiled.
        if (!decoded.ok || decoder === null || decoder === undefined) continue
        const values = new Float64Array(keys.length)
        decoder.decodeInto(decoded.report.blocks, values)
        samples.push({ at_ms, values })
      }
      yield samples
      const last_ms = reports.at(-1)?.at_ms
      if (last_ms === undefined || reports.length < batch_rows) return
      // Rows of the last time are read again (and dropped as repeats): the limit may have cut between them.
      next_ms = last_ms > next_ms ? Math.floor(last_ms) : Math.floor(last_ms) + 1
    }
  }
