import { DEFAULT_PREFERENCES } from '@heatfleet/contract/preferences.ts'
import { expect, it } from 'vitest'
import { mayInterrupt } from './quiet-hours.ts'

const preferences = { ...DEFAULT_PREFERENCES, quiet_hours: { on: true, from: '22:00', to: '07:00' } }

it.each([
  ['by day', 'Europe/Warsaw', '12:00', 'info', true],
  ['at night on the person’s own clock', 'Europe/Warsaw', '21:30', 'major', false],
  ['at night, of what is critical', 'Europe/Warsaw', '21:30', 'critical', true],
  ['at the same moment further east, in the morning', 'Asia/Shanghai', '23:30', 'major', true],
  ['in the evening further west', 'UTC', '21:30', 'major', true],
] as const)('%s', (_, time_zone, utc, severity, expected) => {
  const now_ms = Date.parse(`2026-11-21T${utc}:00Z`)
  expect(mayInterrupt({ preferences, time_zone }, severity, now_ms)).toBe(expected)
})
