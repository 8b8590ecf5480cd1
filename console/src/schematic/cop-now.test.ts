import { expect, it } from 'vitest'
import { copNow, type Measured } from './cop-now.ts'

const of = (value: number, unit: string): Measured => ({ value, unit })
const none = {
  mode: 'heating' as const,
  cop: undefined,
  heat: undefined,
  power: undefined,
  flow: undefined,
  flow_t: undefined,
  return_t: undefined,
}
const water = { flow: of(1.2, 'm³/h'), flow_t: of(38, '°C'), return_t: of(33, '°C') }

it.each([
  ['of the board', { cop: 3.4 }, 3.4],
  ['of heat and power', { heat: of(8, 'kW'), power: of(2_000, 'W') }, 4],
  ['of water and power', { ...water, power: of(2, 'kW') }, 3.49],
  ['of litres a minute', { ...water, flow: of(20, 'L/min'), power: of(2, 'kW') }, 3.49],
  [
    'of cooling',
    { ...water, mode: 'cooling' as const, flow_t: of(7, '°C'), return_t: of(12, '°C'), power: of(2, 'kW') },
    3.49,
  ],
  ['in Fahrenheit', { ...water, flow_t: of(100, '°F'), return_t: of(91, '°F'), power: of(2, 'kW') }, 3.49],
])('the COP is known %s', (_, inputs, cop) => {
  expect(copNow({ ...none, ...inputs })).toBeCloseTo(cop, 2)
})

it.each([
  ['in a defrost', { mode: 'defrost' as const, cop: 0.4 }],
  ['at rest', { mode: 'standby' as const, cop: 3 }],
  ['before the compressor has load', { cop: 3, power: of(40, 'W') }],
  ['above what is possible', { heat: of(30, 'kW'), power: of(2, 'kW') }],
  ['of a board that says 0', { cop: 0 }],
  ['without power', water],
  ['in a unit that says nothing', { ...water, flow: of(20, '%'), power: of(2, 'kW') }],
  ['while water is colder than it came', { ...water, return_t: of(40, '°C'), power: of(2, 'kW') }],
])('there is no COP %s', (_, inputs) => {
  expect(copNow({ ...none, ...inputs })).toBeNull()
})
