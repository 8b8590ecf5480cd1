import { describe, expect, test } from 'vitest'
import { EXAMPLE_UNIT, WINTER_NOON_S } from './example-unit.ts'
import { FAULTS, type FaultKind } from './faults.ts'
import { parseFleetFile } from './fleet-file.ts'
import { FACTORY_PLAN, leavesDeadBand, nextDue } from './poll-plan.ts'
import { asReplay, createReplayBuffer, FLASH_REPORTS, keep, putBack } from './replay-buffer.ts'
import { pollEverything } from './reporter.ts'
import { resume } from './state-file.ts'
import { advanceUnit, createUnit } from './unit.ts'

const DAY_S = 86_400

describe('a unit', () => {
  test('has the same past whichever way it is walked, so that a replay leads into the live state', () => {
    const fault = { kind: 'refrigerant_leak', since_days: 5, days_to_trip: 9 } as const
    const make = () => createUnit({ ...EXAMPLE_UNIT, fault }, 1, WINTER_NOON_S - DAY_S, WINTER_NOON_S)
    const [live, replayed] = [make(), make()]
    advanceUnit(live, WINTER_NOON_S)
    for (let at = WINTER_NOON_S - DAY_S; at <= WINTER_NOON_S; at += 300) {
      advanceUnit(replayed, at)
      pollEverything(replayed, FACTORY_PLAN.blk, at, { rssi_dbm: -70, csq: 21 })
    }
    expect(replayed.board.plant.state).toEqual(live.board.plant.state)
  })

  test('goes on after a stop with its counters and set-points', () => {
    const before = createUnit(EXAMPLE_UNIT, 1, WINTER_NOON_S - DAY_S, WINTER_NOON_S)
    advanceUnit(before, WINTER_NOON_S)
    before.board.plant.settings.sp_dhw = 47
    const { plant, words, clock_offset_s } = before.board
    const saved = { state: plant.state, settings: plant.settings, words: [...words], clock_offset_s }
    const after = createUnit(EXAMPLE_UNIT, 1, WINTER_NOON_S - DAY_S + 7200, WINTER_NOON_S)
    expect(resume(after, structuredClone(saved), WINTER_NOON_S + 7200)).toBe(true)
    expect(after.board.plant.settings.sp_dhw).toBe(47)
    expect(after.board.plant.state.comp_s).toBeGreaterThanOrEqual(plant.state.comp_s)
    expect(after.board.plant.state.hour).toBeCloseTo(plant.state.hour + 2)
  })

  const trips = (kind: FaultKind, days: number): number => {
    const fault = { kind, since_days: days, days_to_trip: 10 }
    const unit = createUnit({ ...EXAMPLE_UNIT, fault }, 1, WINTER_NOON_S - DAY_S, WINTER_NOON_S)
    advanceUnit(unit, WINTER_NOON_S)
    return unit.board.plant.state.locked
  }
  const stopping = (Object.keys(FAULTS) as FaultKind[]).filter(
    (kind) => kind !== 'sensor_open' && FAULTS[kind].trips > 0,
  )

  test.each(stopping)('with %s still runs at a third of the way and is locked after the end', (kind) => {
    expect(trips(kind, 3)).toBe(0)
    expect(trips(kind, 11)).toBe(1)
  })
})

describe('poll plan', () => {
  test.each([
    [100, 60, 7, 127],
    [127, 60, 7, 187],
    [126.9, 60, 7, 127],
  ])('after %d with a period of %d and phase %d comes %d', (now, period, phase, due) => {
    expect(nextDue(now, period, phase)).toBe(due)
  })

  const block = (word: number) => ({
    slave: 1,
    fn: 3 as const,
    start: 14,
    quantity: 1,
    status: 0,
    data: Uint8Array.of((word >> 8) & 255, word & 255),
  })
  test.each([
    [100, 101, false],
    [100, 102, true],
    [1, -1, true],
  ])('a change from %d to %d leaves a dead-band of 2: %s', (before, now, leaves) => {
    const plan = { n: 'A', a: 1, f: 3 as const, s: 14, q: 1, per: 60, db: [[14, 2] as [number, number]] }
    expect(leavesDeadBand(plan, block(before), block(now))).toBe(leaves)
  })
})

describe('flash', () => {
  const report = (seq: number) => ({
    type: 1 as const,
    seq,
    ts: seq,
    flags: { cyclic: true, changed: false, replay: false, bus_down: false, clock_unsynced: false, fast: false },
    rssi_dbm: null,
    csq: null,
    blocks: [],
  })

  test('overwrites the oldest when full', () => {
    const buffer = createReplayBuffer()
    for (let seq = 0; seq < FLASH_REPORTS + 3; seq++) keep(buffer, report(seq))
    expect(buffer).toMatchObject({ overwritten: 3, waiting: { length: FLASH_REPORTS } })
    expect(buffer.waiting[0]?.seq).toBe(3)
  })

  test('gives back what was not acknowledged, oldest first, as replays with their own number and time', () => {
    const buffer = createReplayBuffer()
    keep(buffer, report(9))
    buffer.pending.set(7, report(7)).set(5, report(5))
    putBack(buffer)
    expect(buffer.waiting.map(({ seq }) => seq)).toEqual([5, 7, 9])
    expect(asReplay(report(5))).toMatchObject({ type: 3, seq: 5, ts: 5, flags: { replay: true, cyclic: false } })
  })
})

describe('fleet file', () => {
  const file = { url: 'mqtt://127.0.0.1', seed: 1, units: [EXAMPLE_UNIT] }
  test('is read with its optional parts missing', () => {
    const missing = { made_at: null, firmware_key: null, backfill: null, cold_spell: null }
    const units = [{ ...EXAMPLE_UNIT, weak_signal: false }]
    expect(parseFleetFile(JSON.stringify(file))).toEqual({ ...file, ...missing, units })
  })

  test.each([
    ['unit 0: did must be an IMEI or a MAC, not x', { units: [{ ...EXAMPLE_UNIT, did: 'x' }] }],
    ['unit 0: rated_kw must be a number from 2 to 40', { units: [{ ...EXAMPLE_UNIT, rated_kw: '8' }] }],
    ['unit 0: climate must be one of ulm, sandpoint', { units: [{ ...EXAMPLE_UNIT, climate: 'mars' }] }],
    ['backfill: from_s must be a number from 0 to 90', { backfill: { from_s: 91, to_s: 90, interval_s: 60 } }],
    ['backfill: interval_s must be a number from 30 to 86400', { backfill: { from_s: 0, to_s: 90, interval_s: 29 } }],
    ['cold_spell: shift_k must be a number from -40 to 0', { cold_spell: { from_s: 0, to_s: 90, shift_k: 5 } }],
  ])('is refused: %s', (message, change) => {
    expect(() => parseFleetFile(JSON.stringify({ ...file, ...change }))).toThrow(message)
  })
})
