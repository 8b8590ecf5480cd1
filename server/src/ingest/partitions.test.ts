import { expect, test } from 'vitest'
import { dayOf, partitionOf } from './partitions.ts'

test('a partition is named for its UTC day', () => {
  expect(partitionOf(dayOf(Date.UTC(2026, 0, 1) - 1))).toBe('report_hot_20251231')
})
