import { expect, it } from 'vitest'
import { slaOf } from './sla.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour)).toISOString()
const ALARM = { first_time: at(0), due_time: at(8), handled_time: null, recovered_time: null }

it.each([
  ['no limit', { due_time: null }, 30, 'none', 0],
  ['just raised', {}, 0, 'running', 8],
  ['a quarter left', {}, 6, 'running', 2],
  ['an hour left', {}, 7, 'soon', 1],
  ['at the very end', {}, 8, 'soon', 0],
  ['over', {}, 11, 'overdue', -3],
  ['processed in time, and looked at later', { handled_time: at(5) }, 20, 'met', 3],
  ['processed late', { handled_time: at(9) }, 20, 'missed', -1],
  ['recovered in time, processed late', { recovered_time: at(5), handled_time: at(9) }, 20, 'missed', -1],
  ['recovered in time, not processed', { recovered_time: at(5) }, 20, 'met', 3],
  ['recovered late', { recovered_time: at(10) }, 20, 'missed', -2],
] as const)('%s', (_, change, hour, state, left_h) => {
  expect(slaOf({ ...ALARM, ...change }, Date.parse(at(hour)))).toEqual({ state, left_ms: left_h * 3_600_000 })
})
