import { describe, expect, test } from 'vitest'
import {
  countSelected,
  everythingSelected,
  isSelected,
  nothingSelected,
  pageMark,
  type Selection,
  setSelected,
} from './data-table-selection.ts'

type Row = { mac: string }
const keyOf = (row: Row) => row.mac
const page1 = [{ mac: 'a' }, { mac: 'b' }]
const page2 = [{ mac: 'c' }, { mac: 'd' }]
const none: Selection<Row> = nothingSelected()

describe('selection over pages', () => {
  test('keeps the rows of the first page on the second one', () => {
    const both = setSelected(setSelected(none, page1, keyOf, true), [page2[0] ?? { mac: 'c' }], keyOf, true)
    expect(countSelected(both, 40)).toBe(3)
    expect(pageMark(both, page1, keyOf)).toBe('all')
    expect(pageMark(both, page2, keyOf)).toBe('some')
    expect(pageMark(setSelected(both, page1, keyOf, false), page1, keyOf)).toBe('none')
  })

  test('selects all matches except deselected ones', () => {
    const all = setSelected(everythingSelected<Row>(), [{ mac: 'a' }], keyOf, false)
    expect(countSelected(all, 12_480)).toBe(12_479)
    expect(isSelected(all, 'a')).toBe(false)
    expect(isSelected(all, 'never seen')).toBe(true)
    expect(countSelected(setSelected(all, [{ mac: 'a' }], keyOf, true), 12_480)).toBe(12_480)
  })

  test('never counts below zero when fewer rows match than were deselected', () => {
    expect(countSelected(setSelected(everythingSelected<Row>(), page1, keyOf, false), 1)).toBe(0)
  })

  test('marks an empty page as not selected', () => {
    expect(pageMark(everythingSelected<Row>(), [], keyOf)).toBe('none')
  })
})
