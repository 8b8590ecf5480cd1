import type { PollBlock, PollPlan } from '@heatfleet/contract/device-protocol/device-commands.ts'
import { BUS_DOWN_AFTER_POLLS, MIN_CHANGE_REPORT_S } from '@heatfleet/contract/device-protocol/device-protocol.ts'
import { NO_FLAGS, type Report } from '@heatfleet/contract/device-protocol/report.ts'
import { BLOCK_STATUS, MAX_BLOCKS } from '@heatfleet/contract/device-protocol/report-block.ts'
import type { Block } from '@heatfleet/modbus/point.ts'
import { exchange } from './bus.ts'
import type { Mishaps } from './mishaps.ts'
import { FACTORY_PLAN, leavesDeadBand, nextDue } from './poll-plan.ts'
import { advanceUnit, type Unit } from './unit.ts'

/** Polls the board by the plan and makes reports of what it got. */
export type Reporter = {
  unit: Unit
  plan: PollPlan
  phase_s: number
  /** When each block is next reported, unix s by name. */
  due_s: Map<string, number>
  /** What was last reported of each block, for the dead-bands. */
  reported: Map<string, Block>
  fast: { per_s: number; until_s: number } | null
  fast_due_s: number
  watch_due_s: number
  changed_at_s: number
  failed_polls: number
  bus_down: boolean
  nextSeq: () => number
}

type Signal = Pick<Mishaps, 'rssi_dbm' | 'csq'>
type Cause = 'cyclic' | 'changed' | 'fast'

/** A reporter with the factory plan. */
export function createReporter(unit: Unit, phase_s: number): Reporter {
  let seq = Math.floor(unit.random.between(0, 60_000))
  return {
    unit,
    plan: FACTORY_PLAN,
    phase_s,
    due_s: new Map(),
    reported: new Map(),
    fast: null,
    fast_due_s: 0,
    watch_due_s: 0,
    changed_at_s: 0,
    failed_polls: 0,
    bus_down: false,
    nextSeq: () => {
      seq = (seq + 1) & 0xffff
      return seq
    },
  }
}

/** Has every block reported at that moment: after a connect, a new plan, a write. */
export function reportAllSoon(reporter: Reporter, at_s: number): void {
  for (const { n } of reporter.plan.blk) reporter.due_s.set(n, at_s)
}

/** The report that is due now, or null: cyclic blocks first, then the live view, then a value that left its dead-band. */
export function dueReport(
  reporter: Reporter,
  now_s: number,
  physics_s: number,
  ts: number,
  signal: Signal,
): Report | null {
  const { plan, due_s, phase_s } = reporter
  if (reporter.fast && now_s >= reporter.fast.until_s) reporter.fast = null
  // What does not fit stays due, for the next report.
  const due = plan.blk.filter(({ n }) => now_s >= (due_s.get(n) ?? 0)).slice(0, MAX_BLOCKS)
  if (due.length > 0) {
    for (const { n, per } of due) due_s.set(n, nextDue(now_s, per, phase_s % per))
    return poll(reporter, due, now_s, physics_s, ts, signal, 'cyclic')
  }
  const first = plan.blk[0]
  if (!first) return null
  if (reporter.fast && now_s >= reporter.fast_due_s) {
    reporter.fast_due_s = now_s + reporter.fast.per_s
    return poll(reporter, [first], now_s, physics_s, ts, signal, 'fast')
  }
  return watch(reporter, now_s, physics_s, ts, signal)
}

/** Polls blocks with dead-bands every `fast` seconds; reports those that left one, at least 5 s apart. */
function watch(reporter: Reporter, now_s: number, physics_s: number, ts: number, signal: Signal): Report | null {
  if (now_s < reporter.watch_due_s) return null
  reporter.watch_due_s = now_s + reporter.plan.fast
  const watched = reporter.plan.blk.filter(({ db }) => db && db.length > 0)
  if (watched.length === 0 || now_s - reporter.changed_at_s < MIN_CHANGE_REPORT_S) return null
  advanceUnit(reporter.unit, physics_s)
  const blocks = watched.flatMap((block) => {
    const fresh = pollBlock(reporter, block, now_s)
    return leavesDeadBand(block, reporter.reported.get(block.n), fresh) ? [[block, fresh] as const] : []
  })
  if (blocks.length === 0) return null
  reporter.changed_at_s = now_s
  return build(reporter, blocks.slice(0, MAX_BLOCKS), ts, signal, 'changed')
}

function poll(
  reporter: Reporter,
  due: readonly PollBlock[],
  now_s: number,
  physics_s: number,
  ts: number,
  signal: Signal,
  cause: Cause,
): Report {
  advanceUnit(reporter.unit, physics_s)
  const blocks = due.map((block) => [block, pollBlock(reporter, block, now_s)] as const)
  return build(reporter, blocks, ts, signal, cause)
}

function build(
  reporter: Reporter,
  blocks: readonly (readonly [PollBlock, Block])[],
  ts: number,
  { rssi_dbm, csq }: Signal,
  cause: Cause,
): Report {
  for (const [{ n }, block] of blocks) if (block.status === 0) reporter.reported.set(n, block)
  return {
    type: 1,
    seq: reporter.nextSeq(),
    ts,
    flags: {
      ...NO_FLAGS,
      cyclic: cause !== 'changed',
      changed: cause === 'changed',
      fast: cause === 'fast',
      bus_down: reporter.bus_down,
    },
    rssi_dbm: Math.round(rssi_dbm),
    csq,
    blocks: blocks.map(([, block]) => block),
  }
}

/** One read of the plan as a block: data, exception or time-out; counts failures for the bus state. */
function pollBlock(reporter: Reporter, { a, f, s, q }: PollBlock, now_s: number): Block {
  const { bus } = reporter.unit
  // a disturbance on the line outlasts the quick repeats of one poll, so the whole poll is lost or not
  const result = exchange(bus, { fn: f, slave: a, start: s, quantity: q }, now_s, reporter.plan.to, 0)
  const head = { slave: a, fn: f, start: s, quantity: q }
  if (result.ok) {
    reporter.failed_polls = 0
    reporter.bus_down = false
    if (result.reply.kind === 'data') return { ...head, status: BLOCK_STATUS.ok, data: result.reply.data }
    const status = result.reply.kind === 'exception' ? result.reply.code : BLOCK_STATUS.bad_crc
    return { ...head, status, data: NO_DATA }
  }
  reporter.failed_polls += 1
  if (reporter.failed_polls >= BUS_DOWN_AFTER_POLLS) reporter.bus_down = true
  return { ...head, status: result.why === 'crc' ? BLOCK_STATUS.bad_crc : BLOCK_STATUS.timeout, data: NO_DATA }
}

/** A report of the past with every block; its sequence number is set by the backfill. */
export function pollEverything(unit: Unit, blocks: readonly PollBlock[], ts: number, signal: Signal): Report {
  const polled = blocks.map(({ a, f, s, q }): Block => {
    const result = exchange(unit.bus, { fn: f, slave: a, start: s, quantity: q }, ts, 600, 2)
    const head = { slave: a, fn: f, start: s, quantity: q }
    return result.ok && result.reply.kind === 'data'
      ? { ...head, status: BLOCK_STATUS.ok, data: result.reply.data }
      : { ...head, status: BLOCK_STATUS.timeout, data: NO_DATA }
  })
  const flags = { ...NO_FLAGS, replay: true }
  return { type: 3, seq: 0, ts, flags, rssi_dbm: Math.round(signal.rssi_dbm), csq: signal.csq, blocks: polled }
}

const NO_DATA = new Uint8Array()
