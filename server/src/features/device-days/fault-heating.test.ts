import { expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../test/day-reports.ts'
import { heaterFaultMinutes } from './fault-heating.ts'

const PLAN = { heat: null, electricity: null, hold_ms: { comp_hz: HOUR, aux_heater: HOUR }, silence_ms: 15 * MINUTE }
const SPAN = { from_ms: DAY, to_ms: DAY + 24 * HOUR }

/** Reports each ten minutes from before midnight until 10:00; a fault from 06:00 until 09:00. */
const minutes = Array.from({ length: 64 }, (_, at) => at * 10 - 30)
const faults = minutes.map((minute) => ({ at_ms: DAY + minute * MINUTE, is_faulty: minute >= 360 && minute < 540 }))
const columnsOf = (valueAt: (minute: number) => { comp_hz: number; aux_heater: number }) => ({
  at_ms: Float64Array.from(minutes, (minute) => DAY + minute * MINUTE),
  values: {
    comp_hz: Float64Array.from(minutes, (minute) => valueAt(minute).comp_hz),
    aux_heater: Float64Array.from(minutes, (minute) => valueAt(minute).aux_heater),
  },
})

it.each([
  ['a heater that is on all the time', () => ({ comp_hz: 0, aux_heater: 1 }), 180],
  ['a heater beside a compressor that runs on', () => ({ comp_hz: 40, aux_heater: 1 }), 0],
  ['a compressor that stops with the fault', (at: number) => ({ comp_hz: at < 400 ? 40 : 0, aux_heater: 1 }), 140],
  ['no heater', () => ({ comp_hz: 0, aux_heater: 0 }), 0],
] as const)('%s', (_, valueAt, expected) => {
  expect(heaterFaultMinutes(columnsOf(valueAt), faults, PLAN, SPAN)).toBe(expected)
})

it('counts nothing across a gap, nor before the day', () => {
  const columns = columnsOf(() => ({ comp_hz: 0, aux_heater: 1 }))
  const always = faults.map(({ at_ms }) => ({ at_ms, is_faulty: true }))
  expect(heaterFaultMinutes(columns, always, PLAN, SPAN)).toBe(600)
  const at_ms = columns.at_ms.map((at) => (at >= DAY + 5 * HOUR ? at + HOUR : at))
  expect(heaterFaultMinutes({ ...columns, at_ms }, always, PLAN, SPAN)).toBe(590)
})

it('is not known of a unit without a compressor point', () => {
  const { at_ms } = columnsOf(() => ({ comp_hz: 0, aux_heater: 1 }))
  expect(heaterFaultMinutes({ at_ms, values: {} }, faults, PLAN, SPAN)).toBeNull()
})
