import { checkControl } from '@heatfleet/contract/controls/controls.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { PreviewUnit } from '@heatfleet/contract/rollouts/preview.ts'
import type { RolloutSettings } from '@heatfleet/contract/rollouts/rollout.ts'
import type { AppContext } from '../../app-context.ts'
import { seesPoint } from '../../audience.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import type { RequestedValue } from '../controls/public.ts'
import type { Layout, Layouts } from '../products/public.ts'
import { evaluateUnit } from './evaluate-unit.ts'
import { listTemplateUse } from './store.ts'
import { listTemplates, listUnitsNow } from './store-devices.ts'
import { listTargets } from './targets.ts'

type Deps = Pick<AppContext, 'database' | 'clock'> & { layouts: Layouts }

/** What settings would do to units, and the control templates there are. */
export const rolloutPreviewHandlers = ({ database, database: { db }, clock, layouts }: Deps) =>
  ({
    rolloutPreview: async ({ query: { pageNo, size }, body }, { caller, signal }) => {
      const { product_key, points, only } = body
      const layout = await readLayout(layouts, product_key)
      assertPoints(layout, caller, points, { may_write: false })
      const ids = await listTargets({ database, clock }, caller, product_key, body.target)
      const counts = { change: 0, equal: 0, offline: 0, not_writable: 0 }
      const first = (pageNo - 1) * size
      const list: PreviewUnit[] = []
      let matching = 0
      // In slices: a whole fleet is decoded without holding its blocks, and other calls are answered in between.
      for (let at = 0; at < ids.length && !signal.aborted; at += LIMITS.rollout_slice)
        for (const unit of await listUnitsNow(db, caller.scope, ids.slice(at, at + LIMITS.rollout_slice))) {
          const { outcome, reason, values } = evaluateUnit(layout, caller, unit, product_key, points)
          counts[outcome] += 1
          if (only !== undefined && only !== outcome) continue
          if (matching >= first && list.length < size) {
            const { mac, device_name, agent_name } = unit
            list.push({ mac, device_name, agent_name, outcome, reason, values })
          }
          matching += 1
        }
      return { list, total: matching, pageNo, size, counts }
    },

    rolloutTemplates: async (_, { caller }) => {
      const [products, uses] = await Promise.all([listTemplates(db), listTemplateUse(db, caller.scope)])
      return products.flatMap(({ control_templates, version, ...product }) =>
        control_templates.map(({ names, values }) => {
          const use = uses.find(({ product_key, name }) => product_key === product.product_key && name === names.en)
          return {
            ...product,
            version: version ?? 0,
            names,
            points: values,
            used_by: use?.used_by ?? 0,
            last_used: use?.last_used.toISOString() ?? null,
          }
        }),
      )
    },
  }) satisfies Pick<Handlers, 'rolloutPreview' | 'rolloutTemplates'>

/** The version of a product in use; refuses with `product_unknown`. */
export const readLayout = async (layouts: Layouts, product_key: string): Promise<Layout> => {
  const layout = await layouts.findInUse(product_key)
  if (layout === null) throw new Refusal('product_unknown', { field: 'product_key' })
  return layout
}

/** Units differ in whether a point was ever tried on them; that is decided for each. */
const ANY_UNIT = { simulated: true, test_bench: false }

/** Refuses values that no unit would take, and points that the caller does not see or, to write them, may not set. */
export const assertPoints = (
  layout: Layout,
  caller: Caller,
  points: RolloutSettings['points'],
  { may_write }: { may_write: boolean },
): void => {
  const requested = new Map(points.map(({ key, value }: RequestedValue) => [key, value]))
  for (const { key, value } of points) {
    const point = layout.byKey.get(key)
    if (point === undefined || !seesPoint(caller, point)) throw new Refusal('point_not_writable', { field: key })
    const problem = checkControl(point, value, (other) => requested.get(other), ANY_UNIT)
    if (may_write && point.level === 'installer' && !caller.permissions.has('device:control-installer'))
      throw new Refusal('no_permission', { field: key })
    if (problem !== null) throw new Refusal(problem.code, { field: key, details: problem.details })
  }
}
