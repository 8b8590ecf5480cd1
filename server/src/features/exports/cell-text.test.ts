import { describe, expect, it } from 'vitest'
import { createZoneText, csvCell, printable } from './cell-text.ts'

describe('a cell of a CSV file', () => {
  it.each([
    [null, ''],
    [0, '0'],
    [-5, '-5'],
    [38.6, '38.6'],
    [Number.NaN, ''],
    ['', '""'],
    ['Villa Linden 4', '"Villa Linden 4"'],
    ['say "no"', '"say ""no"""'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['=1+1', '"\'=1+1"'],
    ['-5', '"\'-5"'],
    ['\u00A0@SUM(A1)', '"\'\u00A0@SUM(A1)"'],
    ['\tx', '"\'\tx"'],
    ['\u0000=1+1', '"\'=1+1"'],
    ['863412060123455', '"\t863412060123455"'],
    ['89860324421045678909', '"\t89860324421045678909"'],
    ['a4c138000004', '"a4c138000004"'],
    ['2.08', '"2.08"'],
  ])('%j is written %s', (cell, written) => {
    expect(csvCell(cell)).toBe(written)
  })
})

it('keeps line breaks and tabs, and drops what no sheet can hold', () => {
  expect(printable('a\u0000b\u0007\tc\r\nd\uFFFE\u0085')).toBe('ab\tc\r\nd')
})

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
