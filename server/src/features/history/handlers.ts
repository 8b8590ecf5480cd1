import { Refusal } from '@heatfleet/contract/errors.ts'
import type { AttrSaving } from '@heatfleet/contract/history/history.ts'
import type { AppContext } from '../../app-context.ts'
import { seesPoint } from '../../audience.ts'
import type { Handlers } from '../../handler.ts'
import type { Layouts } from '../products/public.ts'
import { readHistory } from './read-history.ts'
import { readMoment } from './read-moment.ts'
import { readStatistics } from './read-statistics.ts'
import { serializeHistory } from './serialize-history.ts'
import { findAttrSavings, findConnection, listDevices, replaceAttrSavings } from './store.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'log'> & { layouts: Layouts }

const HOUR_MS = 3_600_000

/** Curves, statistics and saved point selections. */
export const historyHandlers = (deps: Deps) => {
  const { db } = deps.database
  return {
    historyData: async ({ body }, { caller }) => serializeHistory(await readHistory(deps, caller, body)),

    historyStatistics: ({ body }, { caller }) => readStatistics(deps, caller, body),

    listCurve: async ({ body: { mac, points, hours, width_px } }, { caller }) => {
      const to_ms = deps.clock.now()
      const period = { from: new Date(to_ms - hours * HOUR_MS).toISOString(), to: new Date(to_ms).toISOString() }
      const query = { macs: [mac], points: [...new Set(points)], width_px }
      const { from, to, series } = await readHistory(deps, caller, {
        ...query,
        ...period,
        resolution: 'auto',
        aggregate: 'auto',
        time_zone: 'UTC',
        quality: false,
      })
      return { from, to, series }
    },

    historyMoment: async ({ body: { mac, at } }, { caller }) => {
      const [device] = await listDevices(deps.database, caller.scope, [mac])
      if (device === undefined) throw new Refusal('device_not_found', { field: 'mac' })
      const { device_id, layout_id } = device
      const layout = layout_id === null ? null : await deps.layouts.find(layout_id)
      const keys = (layout?.points ?? []).filter((point) => seesPoint(caller, point)).map(({ key }) => key)
      const [stood, online] = await Promise.all([
        readMoment(deps, { device_id, at_ms: Date.parse(at), keys }),
        findConnection(db, device_id, new Date(at)),
      ])
      return { ...stood, online }
    },

    attrSavings: async ({ params: { id } }, { caller }) => {
      const savings = await findAttrSavings(db, caller.uid, id)
      if (savings === undefined) throw new Refusal('product_unknown', { field: 'id' })
      return savings
    },

    saveAttrSavings: async ({ params: { id }, body }, { caller, note }) => {
      note({ object: `product ${id}`, detail: { after: { selections: namesOf(body) } } })
      const before = await findAttrSavings(db, caller.uid, id)
      const layout = await deps.layouts.findInUse(id)
      const unknown_index = body.findIndex(({ points }) => points.some((key) => layout?.byKey.has(key) === false))
      if (unknown_index !== -1)
        throw new Refusal('invalid_input', { field: `${unknown_index}.points`, details: { rule: 'unknown_point' } })
      if (!(await replaceAttrSavings(db, { uid: caller.uid, product_key: id, savings: body })))
        throw new Refusal('product_unknown', { field: 'id' })
      note({ detail: { before: { selections: namesOf(before ?? []) }, after: { selections: namesOf(body) } } })
      return body
    },
  } satisfies Pick<
    Handlers,
    'historyData' | 'historyMoment' | 'historyStatistics' | 'listCurve' | 'attrSavings' | 'saveAttrSavings'
  >
}

/** Selections of points as the audit log names them. */
const namesOf = (savings: readonly AttrSaving[]): string[] => savings.map(({ name }) => name)
