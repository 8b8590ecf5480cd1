import { Refusal } from '@heatfleet/contract/errors.ts'
import type { Resolution } from '@heatfleet/contract/history.ts'
import type { HistorySeries } from '@heatfleet/contract/history-series.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import type { World } from '../../world.ts'
import { listDeviceKeys } from '../devices/public.ts'
import type { Layouts } from '../products/public.ts'
import { readHistory } from './read-history.ts'
import { bucketSeconds, rowsPerCurve } from './resolution.ts'
import { countReports, findAttrSavings, hotSource, saveAttrSavings } from './store.ts'

type Deps = Pick<World, 'database' | 'clock'> & { layouts: Layouts }
type Question = {
  macs: readonly string[]
  points: readonly string[]
  from_ms: number
  to_ms: number
  resolution: Resolution
  width_px: number
}

const HOUR_MS = 3_600_000

/** Curves over time and the account's own selections of points. */
export const historyHandlers = ({ database: { db, pool }, clock, layouts }: Deps) => {
  const deps = { layouts, sources: [hotSource(pool)] }

  const answer = async (caller: Caller, ask: Question) => {
    const devices = await listDeviceKeys(db, caller.scope, ask.macs)
    // One foreign device and nothing is told, not even about the own ones.
    if (devices.length !== new Set(ask.macs).size) throw new Refusal('device_not_found', { field: 'macs' })
    const period = { from_ms: ask.from_ms, to_ms: ask.to_ms }
    const ids = devices.map((device) => device.device_id)
    const rows_max = rowsPerCurve(devices.length * ask.points.length)
    const reports = ask.resolution === 'auto' ? (await countReports(db, ids, period)) / devices.length : 0
    const { resolution, width_px } = ask
    const bucket_s = bucketSeconds({ resolution, period_ms: ask.to_ms - ask.from_ms, width_px, reports, rows_max })
    const series: HistorySeries[] = []
    let truncated = false
    // One after the other: one question takes one connection, however many devices it names.
    for (const mac of new Set(ask.macs)) {
      const device = devices.find((row) => row.mac === mac)
      if (device === undefined) continue
      const read = await readHistory(deps, { device, points: ask.points, period, bucket_s, rows_max })
      series.push(...read.series)
      truncated ||= read.truncated
    }
    return { from: ask.from_ms, to: ask.to_ms, bucket_s, truncated, series }
  }

  return {
    historyData: ({ body }, { caller }) => {
      const { macs, points, resolution, width_px } = body
      const [from_ms, to_ms] = [Date.parse(body.from), Date.parse(body.to)]
      return answer(caller, { macs, points, from_ms, to_ms, resolution, width_px })
    },

    listCurve: async ({ body }, { caller }) => {
      const to_ms = clock.now()
      const from_ms = to_ms - body.hours * HOUR_MS
      const points = [...new Set(body.points)]
      const ask = { macs: [body.mac], points, from_ms, to_ms, width_px: body.width_px }
      const { from, to, series } = await answer(caller, { ...ask, resolution: 'auto' })
      return { from, to, series }
    },

    attrSavings: async ({ params }, { caller }) => {
      if ((await layouts.findInUse(params.id)) === null) throw new Refusal('product_unknown')
      return findAttrSavings(db, caller.uid, params.id)
    },

    saveAttrSavings: async ({ params, body }, { caller, note }) => {
      const layout = await layouts.findInUse(params.id)
      if (layout === null) throw new Refusal('product_unknown')
      const stray = body.findIndex((saving) => saving.points.some((key) => !layout.byKey.has(key)))
      if (stray !== -1)
        throw new Refusal('invalid_input', { field: `${stray}.points`, details: { rule: 'unknown_point' } })
      await saveAttrSavings(db, caller.uid, params.id, body)
      note({ object: `product ${params.id}`, detail: { names: body.map((saving) => saving.name) } })
      return body
    },
  } satisfies Pick<Handlers, 'historyData' | 'listCurve' | 'attrSavings' | 'saveAttrSavings'>
}
