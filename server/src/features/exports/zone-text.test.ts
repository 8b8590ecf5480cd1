import { expect, it } from 'vitest'
import { createZoneText } from './zone-text.ts'

it.each([
  ['UTC', '2026-11-21 23:30:05'],
  ['Asia/Shanghai', '2026-11-22 07:30:05'],
  ['America/New_York', '2026-11-21 18:30:05'],
])('a moment is written as it was in %s', (zone, text) => {
  expect(createZoneText(zone)(new Date('2026-11-21T23:30:05Z'))).toBe(text)
})

it.each(['UTC', 'Europe/Warsaw', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns', 'Africa/Monrovia'])(
  'every moment of %s is written as the zone has it, over changes of the clock and in local times of long ago',
  (zone) => {
    const zoneText = createZoneText(zone)
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    const years = ['1969-12-31T23:50:00Z', '2026-03-29T00:50:00Z', '2026-10-25T00:50:00Z', '2026-12-31T23:50:00Z']
    const moments = years.flatMap((from) => Array.from({ length: 400 }, (_, n) => Date.parse(from) + n * 37_000))
    const wrong = moments.filter((at_ms) => zoneText(new Date(at_ms)) !== format.format(at_ms))
    expect(wrong).toEqual([])
  },
)
