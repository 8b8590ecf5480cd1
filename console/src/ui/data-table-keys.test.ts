import { expect, test } from 'vitest'
import { moveActive, placeOfActive } from './data-table-keys.ts'

test.each([
  ['down from nowhere', 'ArrowDown', null, 0],
  ['down', 'ArrowDown', 3, 4],
  ['down at the end', 'ArrowDown', 99, 99],
  ['up at the top', 'ArrowUp', 0, 0],
  ['a screen down, one row kept in view', 'PageDown', 3, 12],
  ['a screen up', 'PageUp', 3, 0],
  ['home', 'Home', 50, 0],
  ['end', 'End', null, 99],
  ['other keys nowhere', 'a', 5, null],
  ['names of object parts nowhere', 'constructor', 5, null],
])('%s', (_, key, active, expected) => {
  expect(moveActive(key, active, 100, 10)).toBe(expected)
})

test('nothing moves in an empty table', () => {
  expect(moveActive('ArrowDown', null, 0, 10)).toBeNull()
})

test.each<[string, string[], string, number]>([
  ['stays where nothing moved', ['a', 'b', 'c'], 'first', 1],
  ['goes down with a row that comes in above it', ['new', 'a', 'b', 'c'], 'first', 2],
  ['goes up when one above it leaves', ['b', 'c'], 'first', 0],
  ['keeps its place when its row is gone', ['a', 'c'], 'first', 1],
  ['keeps its place on another page', ['b', 'x', 'y'], 'second', 1],
])('the active row %s', (_, rows, page, expected) => {
  expect(placeOfActive({ index: 1, key: 'b', page: 'first' }, rows, (row) => row, page)).toBe(expected)
})

test('no row is active before the first key', () => {
  expect(placeOfActive(null, ['a'], (row) => row, 'first')).toBeNull()
})
