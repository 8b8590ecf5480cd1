import type { PlantedEvent } from '@heatfleet/contract/simulator/planted-events.ts'
import { expect, test } from 'vitest'
import { refresh } from './board.ts'
import { exchange } from './bus.ts'
import { EXAMPLE_UNIT, WINTER_NOON_S } from './example-unit.ts'
import { FAULT_BITS } from './faults.ts'
import { createMishaps, moveMishaps } from './mishaps.ts'
import { createTroubles } from './troubles.ts'
import { advanceUnit, createUnit } from './unit.ts'

const HOUR_S = 3_600

const setUp = () => {
  const unit = createUnit(EXAMPLE_UNIT, 1, WINTER_NOON_S - 86_400, WINTER_NOON_S)
  advanceUnit(unit, WINTER_NOON_S)
  unit.bus.lost_share = 0
  const mishaps = createMishaps(unit.random, unit.spec, WINTER_NOON_S, false)
  const troubles = createTroubles({ unit, mishaps, physicsTime: (at_s) => at_s })
  return { unit, mishaps, troubles }
}
const event = (change: Partial<PlantedEvent>): PlantedEvent => ({
  event_id: 1,
  kind: 'fault',
  fault_key: null,
  delta_k: null,
  starts_ms: WINTER_NOON_S * 1_000,
  ends_ms: (WINTER_NOON_S + HOUR_S) * 1_000,
  dids: [EXAMPLE_UNIT.did],
  ...change,
})
const at = (seconds: number): number => (WINTER_NOON_S + seconds) * 1_000

test('a planted fault is in its register, stops the machine, and is gone after its end', () => {
  const { unit, troubles } = setUp()
  const [register, bit] = FAULT_BITS[14] ?? [0, 0]
  const shown = (now_s: number): number => {
    refresh(unit.board, now_s)
    return ((unit.board.words[register] ?? 0) >> bit) & 1
  }
  troubles.plant([event({ fault_key: 'f14' })])
  troubles.move(at(-1))
  expect(shown(WINTER_NOON_S)).toBe(0)
  troubles.move(at(0))
  expect(shown(WINTER_NOON_S)).toBe(1)
  advanceUnit(unit, WINTER_NOON_S + 600)
  expect(unit.board.plant.state).toMatchObject({ trip: 14, locked: 0, hz: 0 })
  troubles.move(at(HOUR_S))
  // At once, not after the rest of the board's own protections.
  advanceUnit(unit, WINTER_NOON_S + HOUR_S + 10)
  expect(shown(WINTER_NOON_S + HOUR_S + 10)).toBe(0)
  expect(unit.board.plant.state.trip).toBe(0)
})

test('what is taken back ends at once', () => {
  const { unit, troubles } = setUp()
  troubles.plant([event({ kind: 'bus_cut' })])
  troubles.move(at(1))
  const request = { fn: 3, slave: 1, start: 7, quantity: 1 } as const
  expect(exchange(unit.bus, request, WINTER_NOON_S + 1, 100, 0).ok).toBe(false)
  troubles.plant([])
  troubles.move(at(2))
  expect(exchange(unit.bus, request, WINTER_NOON_S + 2, 100, 0).ok).toBe(true)
})

test('without power nothing runs; afterwards the module starts anew with the settings it had', () => {
  const { unit, troubles } = setUp()
  const { plant } = unit.board
  const before = { power: plant.settings.power, comp_s: plant.state.comp_s }
  troubles.plant([event({ kind: 'power_cut' })])
  expect(troubles.move(at(1))).toBe('off')
  expect(troubles.move(at(HOUR_S - 1))).toBe('off')
  expect(troubles.move(at(HOUR_S))).toBe('back')
  expect(troubles.move(at(HOUR_S + 1))).toBe('on')
  expect(plant.settings.power).toBe(before.power)
  expect(plant.state.comp_s - before.comp_s).toBeLessThan(120)
})

test('a weak signal is below every ordinary one, and the old one comes back', () => {
  const { unit, mishaps, troubles } = setUp()
  troubles.plant([event({ kind: 'weak_signal' })])
  for (let second = 0; second < 60; second += 1) {
    moveMishaps(mishaps, unit.random, WINTER_NOON_S + second, unit.bus)
    troubles.move(at(second))
    expect(mishaps.rssi_dbm).toBeLessThan(-104)
  }
  troubles.plant([])
  troubles.move(at(61))
  expect(mishaps.rssi_dbm).toBeGreaterThan(-100)
})

test('a cold wave lowers the outdoor temperature, and several add up', () => {
  const [usual, cold] = [setUp(), setUp()]
  cold.troubles.plant([
    event({ kind: 'cold_wave', delta_k: -15 }),
    event({ event_id: 2, kind: 'cold_wave', delta_k: -5, ends_ms: at(2 * HOUR_S) }),
  ])
  for (const { troubles, unit } of [usual, cold]) {
    troubles.move(at(10))
    advanceUnit(unit, WINTER_NOON_S + 60)
  }
  const difference = () => cold.unit.board.plant.state.t_amb - usual.unit.board.plant.state.t_amb
  expect(difference()).toBeCloseTo(-20)
})

test('planted low flow leaves less water and more kelvins between flow and return, without a trip', () => {
  const { unit, troubles } = setUp()
  const { state } = unit.board.plant
  const differenceAfter = (seconds: number): { flow: number; difference_k: number } => {
    let [flow, difference, count] = [0, 0, 0]
    for (let at_s = 0; at_s < seconds; at_s += 60) {
      advanceUnit(unit, state.time_s + 60)
      if (state.hz === 0 || state.q_w <= 0) continue
      flow += state.flow_m3h
      difference += state.t_flow - state.t_return
      count += 1
    }
    return { flow: flow / count, difference_k: difference / count }
  }
  const before = differenceAfter(12 * HOUR_S)
  troubles.plant([event({ kind: 'low_flow', starts_ms: 0, ends_ms: at(30 * 86_400) })])
  troubles.move(state.time_s * 1_000)
  const low = differenceAfter(12 * HOUR_S)
  expect(low.flow).toBeLessThan(before.flow * 0.5)
  expect(low.difference_k).toBeGreaterThan(before.difference_k * 1.8)
  expect(state.trip).toBe(0)
  troubles.plant([])
  troubles.move(state.time_s * 1_000)
  expect(unit.board.plant.planted_flow).toBe(1)
})
