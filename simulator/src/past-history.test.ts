import type { Report } from '@heatfleet/contract/device-protocol/report.ts'
import { describe, expect, it } from 'vitest'
import type { ColdSpell } from './cold-spell.ts'
import { EXAMPLE_UNIT, WINTER_NOON_S } from './example-unit.ts'
import { simulateHistory } from './past-history.ts'
import { FACTORY_PLAN } from './poll-plan.ts'
import { pollEverything } from './reporter.ts'
import { createUnit } from './unit.ts'

const DAY_S = 86_400
const LIVE_S = WINTER_NOON_S - (WINTER_NOON_S % DAY_S)
const FILE = { seed: 1, made_at: LIVE_S }
const past = (bounds_s: readonly number[], spec = EXAMPLE_UNIT) => ({ spec, bounds_s, interval_s: 600 })

/** Electricity for heating so far, first register of two. */
const METER = 0x0200
const wordsOf = ({ blocks }: Report, start: number): number | null => {
  const block = blocks.find((one) => one.start <= start && start + 2 <= one.start + one.quantity && one.status === 0)
  return block === undefined ? null : Buffer.from(block.data).readUInt32BE((start - block.start) * 2)
}
/** Outdoor temperature, halves of a degree in one register. */
const AMBIENT = 0x0011
const ambientOf = ({ blocks }: Report): number => {
  const block = blocks.find((one) => one.start <= AMBIENT && AMBIENT < one.start + one.quantity && one.status === 0)
  return block === undefined ? Number.NaN : Buffer.from(block.data).readInt16BE((AMBIENT - block.start) * 2) / 2
}
const meters = (reports: readonly Report[]): number[] =>
  reports.flatMap((report) => {
    const kwh = wordsOf(report, METER)
    return kwh === null ? [] : [kwh]
  })

describe('the past of a unit', () => {
  const bounds = [LIVE_S, LIVE_S - 3 * DAY_S, LIVE_S - 6 * DAY_S]

  it('has a report for every interval of its stretch, oldest first, each a replay with a number of its own', () => {
    const reports = [...simulateHistory(FILE, past(bounds), 1)]
    expect(reports).toHaveLength(3 * 144)
    expect(reports.map(({ ts }) => ts)).toEqual(reports.map((_, at) => LIVE_S - 6 * DAY_S + at * 600))
    expect(new Set(reports.map(({ seq }) => seq)).size).toBe(reports.length)
    expect(reports.every(({ type, flags }) => type === 3 && flags.replay)).toBe(true)
  })

  it('is the same at every query, and another for another unit', () => {
    const first = (spec = EXAMPLE_UNIT) => simulateHistory(FILE, past(bounds, spec), 0).next().value
    expect(first()).toEqual(first())
    expect(first({ ...EXAMPLE_UNIT, did: '863412060123463' })).not.toEqual(first())
  })

  it('counts on without a step, from stretch to stretch and into the live unit', () => {
    const older = meters([...simulateHistory(FILE, past(bounds), 1)])
    const newer = meters([...simulateHistory(FILE, past(bounds), 0)])
    const live = createUnit(EXAMPLE_UNIT, FILE.seed, LIVE_S, LIVE_S)
    const now = meters([pollEverything(live, FACTORY_PLAN.blk, LIVE_S, { rssi_dbm: -70, csq: 20 })])
    const all = [...older, ...newer, ...now]
    expect(all.length).toBeGreaterThan(6 * 144 * 0.8)
    const steps = all.slice(1).map((kwh, at) => kwh - (all[at] ?? 0))
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(0)
    // Ten minutes of a machine of 8 kW, and a meter that shows tenths.
    expect(Math.max(...steps)).toBeLessThan(20)
  })

  it('of the longest length leaves no counter below zero, even where winters are hard', () => {
    const spec = { ...EXAMPLE_UNIT, climate: 'sandpoint', house: 'retrofit' } as const
    const longest = [LIVE_S, LIVE_S - 400 * DAY_S]
    const first = simulateHistory(FILE, { ...past(longest, spec), interval_s: DAY_S }, 0).next().value
    const kwh = first === undefined ? null : wordsOf(first, METER)
    // A count below zero would be near the end of what two registers hold.
    expect(kwh).toBeGreaterThan(0)
    expect(kwh).toBeLessThan(1_000_000)
  })

  it('is colder within a cold spell, and as ever before it', () => {
    const spell = { from_s: LIVE_S - 2 * DAY_S, to_s: LIVE_S - DAY_S, shift_k: -9 }
    const ambient = (cold_spell: ColdSpell | null) =>
      [...simulateHistory({ ...FILE, cold_spell }, past([LIVE_S, LIVE_S - 3 * DAY_S]), 0)].map(ambientOf)
    const [plain, cold] = [ambient(null), ambient(spell)]
    const changes = plain.map((c, at) => (cold[at] ?? Number.NaN) - c)
    const meanOf = (known: readonly number[]) => known.reduce((sum, k) => sum + k, 0) / known.length
    // 144 reports a day; now and then the bus is cut.
    expect(changes.slice(0, 144).filter((k) => k !== 0 && !Number.isNaN(k))).toEqual([])
    const within = changes.slice(160, 280).filter((k) => !Number.isNaN(k))
    expect(within.length).toBeGreaterThan(100)
    expect(meanOf(within)).toBeGreaterThan(-9.6)
    expect(meanOf(within)).toBeLessThan(-8.4)
  })
})
