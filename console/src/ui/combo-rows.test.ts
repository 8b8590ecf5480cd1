import { describe, expect, it } from 'vitest'
import { activeIndex, type ComboRow, movedIndex, typedIndex, widestLabel } from './combo-rows.ts'
import { type ComboNode, comboPath, comboTreeRows } from './combo-tree.ts'

const row = (label: string, rest: Partial<ComboRow> = {}): ComboRow => ({ key: label, label, chosen: false, ...rest })

describe('the rows of a combobox', () => {
  const rows = [row('Poland', { disabled: true }), row('China'), row('Peru'), row('Panama', { disabled: true })]

  it.each([
    ['ArrowDown', 1, 2],
    ['ArrowDown', 2, 1],
    ['ArrowUp', 1, 2],
    ['Home', 2, 1],
    ['End', 1, 2],
    ['PageDown', 1, 2],
    ['PageUp', 2, 1],
    ['ArrowDown', -1, 1],
    ['ArrowUp', -1, 2],
    ['a', 1, null],
  ])('%s from %d goes past the disabled ones to %s', (key, at, to) => {
    expect(movedIndex(rows, at, key)).toBe(to)
  })

  it('a key moves nowhere in an empty list', () => {
    expect(movedIndex([], -1, 'ArrowDown')).toBe(-1)
  })

  it.each<[string, ComboRow[], string | null, boolean, number]>([
    ['the one moved to', [row('a'), row('b')], 'b', false, 1],
    ['the chosen one', [row('a'), row('b', { chosen: true })], null, false, 1],
    ['the first found one during a search', [row('a', { only_above: true }), row('b'), row('c')], null, true, 1],
    ['the first that can be selected', [row('a', { disabled: true }), row('b')], null, false, 1],
    ['none where none can be', [row('a', { disabled: true })], null, false, -1],
  ])('Enter selects %s', (_, all, key, searching, index) => {
    expect(activeIndex(all, key, searching)).toBe(index)
  })

  it.each([
    ['p', 0, 2],
    ['pe', 2, 2],
    ['c', 2, 1],
    ['x', 2, -1],
  ])('typing %s at row %d finds row %d', (typed, at, index) => {
    expect(typedIndex(rows, at, typed)).toBe(index)
  })

  it('the widest label counts a Chinese character twice', () => {
    expect(widestLabel([row('abcde'), row('杭州市'), row('abc')]).label).toBe('杭州市')
  })
})

describe('the rows of a tree in a combobox', () => {
  const node = (label: string, children: ComboNode[] = []): ComboNode => ({ key: label, label, children })
  const nodes = [node('Zhejiang', [node('Hangzhou', [node('Yuhang')]), node('Ningbo')]), node('Jiangsu')]
  const rowsOf = (open: string[], search = '', max = 50) =>
    comboTreeRows(nodes, {
      open: new Set(open),
      search,
      isFound: (path) => path.at(-1)?.label.includes(search) ?? false,
      state: () => ({ chosen: false }),
      max,
    }).map(({ label, level, open: unfolded, only_above }) => [label, level, unfolded, only_above])

  it('are the children of what is expanded', () => {
    expect(rowsOf(['Zhejiang'])).toEqual([
      ['Zhejiang', 1, true, undefined],
      ['Hangzhou', 2, false, undefined],
      ['Ningbo', 2, undefined, undefined],
      ['Jiangsu', 1, undefined, undefined],
    ])
  })

  it('are what a search finds, with all above it', () => {
    expect(rowsOf([], 'hang')).toEqual([
      ['Zhejiang', 1, true, true],
      ['Hangzhou', 2, true, true],
      ['Yuhang', 3, undefined, undefined],
    ])
    expect(rowsOf([], 'none')).toEqual([])
    expect(rowsOf([], 'i', 1)).toEqual([['Zhejiang', 1, false, undefined]])
  })

  it('a path leads down to a key', () => {
    expect(comboPath(nodes, 'Yuhang').map(({ label }) => label)).toEqual(['Zhejiang', 'Hangzhou', 'Yuhang'])
    expect(comboPath(nodes, 'Berlin')).toEqual([])
  })
})
