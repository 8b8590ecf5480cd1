import { expect, it } from 'vitest'
import { passedRetention } from './passed-retention.ts'

const NOW = Date.parse('2026-11-28T12:00:00Z')
const kept = { reports: 365, frames: 7 }
const ago = (days: number) => new Date(NOW - days * 86_400_000).toISOString()

it.each([
  ['reports of a year and a day', { type: 'report' as const, from: ago(366) }, ['reports']],
  ['reports of a month', { type: 'report' as const, from: ago(30) }, []],
  ['frames of eight days', { type: 'raw' as const, from: ago(8) }, ['frames']],
  ['all entries of eight days', { type: undefined, from: ago(8) }, ['frames']],
  ['all entries of a day', { type: undefined, from: ago(1) }, []],
  ['alarms of ten years', { type: 'alarm' as const, from: ago(3_650) }, []],
  ['a period without a beginning', { type: 'report' as const, from: undefined }, []],
])('%s', (_, asked, passed) => {
  expect(passedRetention(asked, kept, NOW).map(({ of }) => of)).toEqual(passed)
})

it('reports that are kept without end are never past', () => {
  expect(passedRetention({ type: 'report', from: ago(9_999) }, { ...kept, reports: null }, NOW)).toEqual([])
})
