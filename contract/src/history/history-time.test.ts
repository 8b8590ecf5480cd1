import { expect, it } from 'vitest'
import { HistoryTime } from './history-time.ts'

it.each([
  ['9999-12-31T23:59:59.999Z', false],
  ['9999-01-01T00:00:00Z', false],
  ['9998-12-31T23:59:59.999Z', true],
  ['0001-01-01T00:00:00Z', true],
])('%s is a moment of a history: %s', (text, is_one) => {
  expect(HistoryTime.safeParse(text).success).toBe(is_one)
})
