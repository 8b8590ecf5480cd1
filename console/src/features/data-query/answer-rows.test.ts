import { expect, it } from 'vitest'
import { answerRows } from './answer-rows.ts'

it('rows of an item repeat its columns and are numbered in the whole answer', () => {
  const rows = answerRows({
    record_count: 3,
    format: { repeat_column: ['device.mac'], distinct_column: ['control.new_value'] },
    result: [
      {
        repeat_column: { 'device.mac': 'a' },
        distinct_column: [{ 'control.new_value': 1 }, { 'control.new_value': 2 }],
      },
      { repeat_column: { 'device.mac': 'b' }, distinct_column: [{ 'control.new_value': 3 }] },
    ],
    addition: { which_page: 2, page_size: 20, total_page: 2, total_count: 23 },
  })
  expect(rows.map(({ no, is_first, cells }) => [no, is_first, ...Object.values(cells)])).toEqual([
    [21, true, 'a', 1],
    [22, false, 'a', 2],
    [23, true, 'b', 3],
  ])
})
