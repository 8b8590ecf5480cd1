import { describe, expect, test } from 'vitest'
import { pagesShown, rowsInView, scrollToRow } from './data-table-window.ts'

describe('the window of a virtual table', () => {
  test.each([
    [8, 32],
    [0, 8],
  ])('covers the visible rows at every scroll position, with a margin of %i rows and few more', (margin, more) => {
    const [view, row, count] = [600, 35, 999]
    for (let scroll = 0; scroll <= count * row - view; scroll += 13) {
      const { first, end } = rowsInView(scroll, view, row, count, margin)
      expect(first * row).toBeLessThanOrEqual(scroll)
      expect(end * row).toBeGreaterThanOrEqual(Math.min(count * row, scroll + view))
      expect(end - first).toBeLessThanOrEqual(Math.ceil(view / row) + more)
    }
  })

  test.each([
    ['an empty table', 0, 600, 0, { first: 0, end: 0 }],
    ['fewer rows than fit', 0, 600, 5, { first: 0, end: 5 }],
    ['a bounce above the top', -80, 600, 5, { first: 0, end: 5 }],
  ])('renders %s', (_, scroll, view, count, expected) => {
    expect(rowsInView(scroll, view, 35, count)).toEqual(expected)
  })

  test.each([
    ['stays when the row is in view', 3, 0, 0],
    ['scrolls up to a row above', 2, 200, 70],
    ['scrolls down just so far that the row is whole', 20, 0, 135],
  ])('%s', (_, index, scroll, expected) => {
    expect(scrollToRow(index, scroll, 600, 35)).toBe(expected)
  })

  test.each([
    [1, 1, [1]],
    [3, 7, [1, 2, 3, 4, 5, 6, 7]],
    [1, 624, [1, 2, 3, 4, 5, null, 624]],
    [4, 624, [1, null, 3, 4, 5, null, 624]],
    [300, 624, [1, null, 299, 300, 301, null, 624]],
    [624, 624, [1, null, 620, 621, 622, 623, 624]],
  ])('the pager of page %i of %i shows %j', (page, pages, shown) => {
    expect(pagesShown(page, pages)).toEqual(shown)
  })
})
