import { lengthOf } from './data-type.ts'
import type { Point, QueryCommand } from './point.ts'

/** Most registers (or bits, for functions 1 and 2) of one request. Source: Modbus application protocol 6. */
export const READ_MAX = { registers: 125, bits: 2000 } as const

/** A point as the planner needs it: `slave` told for each, `period_s` = how often, `bulk` false = read by itself. */
export type PolledPoint = Pick<Point, 'key' | 'address' | 'query_cmd' | 'data_type' | 'reg_len'> & {
  slave: number
  period_s: number
  bulk: boolean
}
/** A range, both ends included, whose registers the board answers only one by one. */
type AloneRange = { fn: QueryCommand; start: number; end: number }
/** `gap_max` = unused registers read along in a row to save a request; `blocks_max` = what a poll plan may hold. */
export type PlanRules = { gap_max: number; alone: readonly AloneRange[]; blocks_max: number }

/** One request of the plan. */
type PlannedBlock = { slave: number; fn: QueryCommand; start: number; quantity: number; period_s: number }

/**
 * Plans the reads of a product: every register of every point lies whole in one block; a block asks one slave; blocks of one function do not
 * overlap; none is longer than a request may be, none crosses a register that is read alone unless it is that read.
 * A register that several points need is read at the shortest of their intervals. Where more blocks come out
 * than a plan may hold, the neighbours that cost least to join are joined; what cannot be joined stays, and is the
 * caller's to refuse.
 */
export const planBlocks = (points: readonly PolledPoint[], rules: PlanRules): PlannedBlock[] => {
  const spans = spansOf(points, rules)
  const blocks: Span[] = []
  for (const span of spans) {
    const last = blocks.at(-1)
    const joined =
      last?.period_s === span.period_s &&
      last.slave === span.slave &&
      span.start - endOf(last) <= rules.gap_max &&
      join(last, span, rules)
    if (joined) blocks[blocks.length - 1] = joined
    else blocks.push(span)
  }
  return joinCheapest(blocks, rules).map(({ alone: _, ...block }) => block)
}

/** A run of registers that must be read together; `alone` = with nothing else. */
type Span = PlannedBlock & { alone: boolean }

const endOf = ({ start, quantity }: PlannedBlock): number => start + quantity

/** What points need, by function and address; needs that overlap are one. */
const spansOf = (points: readonly PolledPoint[], { alone }: PlanRules): Span[] => {
  const needs = points
    .filter(({ data_type }) => data_type !== 'calc')
    .map((point): Span => {
      const quantity = lengthOf(point)
      const need = { slave: point.slave, fn: point.query_cmd, start: point.address, quantity, period_s: point.period_s }
      return { ...need, alone: !point.bulk || alone.some((range) => touches(need, range)) }
    })
    .sort((a, b) => a.slave - b.slave || a.fn - b.fn || a.start - b.start || b.quantity - a.quantity)
  const spans: Span[] = []
  for (const need of needs) {
    const last = spans.at(-1)
    if (last?.slave !== need.slave || last.fn !== need.fn || need.start >= endOf(last)) spans.push({ ...need })
    else {
      last.quantity = Math.max(endOf(last), endOf(need)) - last.start
      last.period_s = Math.min(last.period_s, need.period_s)
      last.alone ||= need.alone
    }
  }
  return spans
}

const touches = (need: PlannedBlock, { fn, start, end }: AloneRange): boolean =>
  need.fn === fn && need.start <= end && endOf(need) > start

/** Two neighbours as one block, or null when that would be no lawful read. */
const join = (left: Span, right: Span, { alone }: PlanRules): Span | null => {
  if (left.slave !== right.slave || left.fn !== right.fn || left.alone || right.alone) return null
  const whole: Span = {
    slave: left.slave,
    fn: left.fn,
    start: left.start,
    quantity: endOf(right) - left.start,
    period_s: Math.min(left.period_s, right.period_s),
    alone: false,
  }
  if (whole.quantity > (whole.fn <= 2 ? READ_MAX.bits : READ_MAX.registers)) return null
  return alone.some((range) => touches(whole, range)) ? null : whole
}

/** Joins neighbours, those first that add the fewest registers a second, until the plan holds them. */
const joinCheapest = (planned: readonly Span[], rules: PlanRules): Span[] => {
  const blocks = [...planned]
  while (blocks.length > rules.blocks_max) {
    let best: { at: number; whole: Span; cost: number } | null = null
    for (let at = 0; at + 1 < blocks.length; at++) {
      const [left, right] = [blocks[at], blocks[at + 1]]
      const whole = left && right ? join(left, right, rules) : null
      if (left === undefined || right === undefined || whole === null) continue
      const cost = loadOf(whole) - loadOf(left) - loadOf(right)
      if (best === null || cost < best.cost) best = { at, whole, cost }
    }
    if (best === null) return blocks
    blocks.splice(best.at, 2, best.whole)
  }
  return blocks
}

const loadOf = ({ quantity, period_s }: PlannedBlock): number => quantity / period_s
