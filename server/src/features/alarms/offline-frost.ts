import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { OFFLINE_FROST } from '@heatfleet/contract/alarms/types.ts'
import type { AppContext } from '../../app-context.ts'
import { unpackLatestBlocks } from '../../ingest/latest-blocks.ts'
import type { Layouts } from '../products/public.ts'
import type { CheckedCondition } from './checks.ts'
import { findFrostLimit, listLatestBlocks } from './store-types.ts'

type Deps = Pick<AppContext, 'database' | 'clock'> & { layouts: Layouts }

/** Units whose newest blocks are read and decoded before other work has its turn: some milliseconds. */
const UNITS_AT_ONCE = 200

/** Offline units whose own outdoor sensor was below the limit when it was last read, within a day: their pipes may freeze. */
export const withFrost = async (
  { database: { db }, clock, layouts }: Deps,
  found: readonly CheckedCondition[],
): Promise<CheckedCondition[]> => {
  const limit_c = found.length === 0 ? null : await findFrostLimit(db)
  if (limit_c === null) return [...found]
  const since_s = clock.now() / 1_000 - OFFLINE_FROST.age_s
  const ambient_c = new Map<number, number>()
  for (let from = 0; from < found.length; from += UNITS_AT_ONCE) {
    const ids = found.slice(from, from + UNITS_AT_ONCE).map(({ device_id }) => device_id)
    for (const { device_id, layout_id, latest_blocks } of await listLatestBlocks(db, ids)) {
      const layout = await layouts.find(layout_id)
      const point = layout?.points.find(({ tag }) => tag === 't_ambient')
      if (layout === null || point === undefined) continue
      const fresh = unpackLatestBlocks(latest_blocks).filter(({ at_s }) => at_s >= since_s)
      const value = layout.decoderOf([point.key]).decode(fresh.map(({ block }) => block))[point.key]
      if (value !== undefined && value >= OFFLINE_FROST.sensor_min_c) ambient_c.set(device_id, value)
    }
    await yieldToEventLoop()
  }
  return found.map((one) => {
    const value = ambient_c.get(one.device_id)
    return value === undefined || value >= limit_c ? one : { ...one, severity: 'critical', reason: 'frost', value }
  })
}
