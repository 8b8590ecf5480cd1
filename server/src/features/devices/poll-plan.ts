import type { Command, PollPlan } from '@heatfleet/contract/device-protocol/device-commands.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { POLL_PAUSE_MS } from '@heatfleet/contract/products/poll-figures.ts'
import type { Layout } from '../../ingest/layouts.ts'

/** Slowest regular report, in s: what a module does where the product names no period. */
const REPORT_PERIOD_S = 60
/** Bus settings every supported board is content with: time-out ms, retries, pause between reads ms. */
const BUS_TIMING = { to: 600, retry: 2, gap: POLL_PAUSE_MS } as const
/** Dead-bands of one block (contract, PollBlock). */
const DEAD_BANDS_MAX = 64
/** The module drops a live-view request that lay about for longer, in s. */
const LIVE_VIEW_EXPIRY_S = 30
/** A refresh without a live view lasts for two periods, in s. */
const REFRESH_TTL_S = 2 * LIMITS.live_view_period_s

/** The poll plan of a product version (`dn/cfg`). Its version is the layout's id: another product is another plan. */
export const pollPlanOf = ({
  layout_id,
  poll_blocks,
  points,
}: Pick<Layout, 'layout_id' | 'poll_blocks' | 'points'>): PollPlan => ({
  id: `p-${layout_id}`,
  ver: layout_id,
  rep: Math.min(REPORT_PERIOD_S, ...poll_blocks.map(({ period_s }) => period_s)),
  fast: LIMITS.live_view_period_s,
  ...BUS_TIMING,
  blk: poll_blocks.map(({ name, slave, fn, start, quantity, period_s }) => ({
    n: name,
    a: slave,
    f: fn,
    s: start,
    q: quantity,
    per: period_s,
    ...deadBandsOf(points, name),
  })),
})

/** Early reports of a block: [address, raw change] for the points that have a dead-band. */
const deadBandsOf = (points: Layout['points'], block: string): Pick<PollPlan['blk'][number], 'db'> => {
  const db = [...points.values()].flatMap((point): [number, number][] =>
    point.block === block && point.dead_band !== null && point.query_cmd >= 3 ? [[point.address, point.dead_band]] : [],
  )
  return db.length === 0 ? {} : { db: db.slice(0, DEAD_BANDS_MAX) }
}

/** Report fast while the unit is watched. */
export const liveViewCommand = (id: string, now_ms: number): Command => ({
  id,
  op: 'poll',
  per: LIMITS.live_view_period_s,
  ttl: LIMITS.live_view_ttl_s,
  exp: Math.floor(now_ms / 1000) + LIVE_VIEW_EXPIRY_S,
})

/** Report everything now. `left_s` = what is left of a live view, which this must not cut short. */
export const refreshCommand = (id: string, now_ms: number, left_s: number): Command => ({
  id,
  op: 'poll',
  per: LIMITS.live_view_period_s,
  ttl: Math.max(REFRESH_TTL_S, Math.ceil(left_s)),
  exp: Math.floor(now_ms / 1000) + LIVE_VIEW_EXPIRY_S,
})
