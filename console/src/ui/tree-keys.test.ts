import { describe, expect, it } from 'vitest'
import { treeMove, typeAheadRow } from './tree-keys.ts'

const rows = [
  { level: 1, open: true },
  { level: 2, open: false },
  { level: 2, open: true },
  { level: 3, open: undefined },
  { level: 1, open: undefined },
]

describe('keys in a tree', () => {
  it.each([
    ['down to the next', 0, 'ArrowDown', { go: 1 }],
    ['no further down than the last', 4, 'ArrowDown', null],
    ['up to the one above', 3, 'ArrowUp', { go: 2 }],
    ['no further up than the first', 0, 'ArrowUp', null],
    ['to the first', 3, 'Home', { go: 0 }],
    ['to the last', 1, 'End', { go: 4 }],
    ['a page down, to the last', 0, 'PageDown', { go: 4 }],
    ['a page up, to the first', 4, 'PageUp', { go: 0 }],
    ['right unfolds', 1, 'ArrowRight', { fold: 1, open: true }],
    ['right goes into what is unfolded', 2, 'ArrowRight', { go: 3 }],
    ['right does nothing at a leaf', 3, 'ArrowRight', null],
    ['left folds', 2, 'ArrowLeft', { fold: 2, open: false }],
    ['left goes to what is above a leaf', 3, 'ArrowLeft', { go: 2 }],
    ['left goes to what is above a folded one', 1, 'ArrowLeft', { go: 0 }],
    ['left does nothing at a leaf of the top', 4, 'ArrowLeft', null],
    ['another key', 0, 'x', null],
  ])('%s', (_, at, key, move) => {
    expect(treeMove(rows, at, key)).toEqual(move)
  })

  it('do nothing in an empty tree', () => {
    expect(treeMove([], 0, 'ArrowDown')).toBeNull()
    expect(typeAheadRow([], 0, 'a')).toBe(-1)
  })
})

describe('type-ahead in a tree', () => {
  const titles = ['Hangzhou', 'Huzhou', 'Ningbo', 'Małopolska']
  it.each([
    ['the next of a letter', 0, 'h', 1],
    ['around the end', 1, 'h', 0],
    ['more letters stay where they fit', 1, 'hu', 1],
    ['any case', 0, 'MAŁ', 3],
    ['nothing', 0, 'x', -1],
  ])('%s', (_, at, typed, to) => {
    expect(typeAheadRow(titles, at, typed)).toBe(to)
  })
})
