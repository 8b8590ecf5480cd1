import { describe, expect, test } from 'vitest'
import { columnsOf, defaultLayout, moveColumn, readLayout, toggleColumn } from './data-table-columns.ts'

const columns = [
  { key: 'mac', always: true, fixed: 'start' },
  { key: 'name', always: true, fixed: 'start' },
  { key: 'product' },
  { key: 'status' },
  { key: 'tag', by_default: false },
  { key: 'actions', always: true, fixed: 'end' },
] as const

const fresh = defaultLayout(columns)

describe('the layout of a table', () => {
  test('shows the columns that are not opt-in, in the order of the table', () => {
    expect(fresh).toEqual({ shown: ['mac', 'name', 'product', 'status', 'actions'], density: 'normal' })
  })

  test('survives a round trip through storage', () => {
    const layout = { ...moveColumn(toggleColumn(fresh, 'tag', columns), 'tag', 'product', columns), density: 'compact' }
    expect(readLayout(JSON.stringify(layout), columns)).toEqual(layout)
  })

  test.each([
    ['nothing stored', null],
    ['no JSON', 'shown=mac'],
    ['another shape', '{"columns":["mac"]}'],
    ['a bare value', '7'],
  ])('falls back to the default when there is %s', (_, text) => {
    expect(readLayout(text, columns)).toEqual(fresh)
  })

  test('drops columns that are gone, brings back those that must be there, keeps fixed ones at their side', () => {
    const stored = JSON.stringify({ shown: ['status', 'cop', 'actions', 'status', 7, 'mac'], density: 'huge' })
    expect(readLayout(stored, columns)).toEqual({ shown: ['mac', 'name', 'status', 'actions'], density: 'normal' })
  })

  test('hides a column and brings it back to its own place', () => {
    const without = toggleColumn(fresh, 'product', columns)
    expect(without.shown).toEqual(['mac', 'name', 'status', 'actions'])
    expect(toggleColumn(without, 'product', columns)).toEqual(fresh)
    expect(toggleColumn(fresh, 'tag', columns).shown).toEqual(['mac', 'name', 'product', 'status', 'tag', 'actions'])
  })

  test('never hides a column that must be there', () => {
    expect(toggleColumn(fresh, 'mac', columns)).toEqual(fresh)
  })

  test.each([
    ['before another', 'status', 'product', ['mac', 'name', 'status', 'product', 'actions']],
    ['to the end, but not behind the actions', 'product', null, ['mac', 'name', 'status', 'product', 'actions']],
    ['not before a fixed column', 'status', 'mac', ['mac', 'name', 'status', 'product', 'actions']],
    ['nowhere when it is hidden', 'tag', 'product', fresh.shown],
    ['nowhere before itself', 'status', 'status', fresh.shown],
  ])('moves a column %s', (_, key, before, shown) => {
    expect(moveColumn(fresh, key, before, columns).shown).toEqual(shown)
  })

  test('gives the columns in the order of the layout', () => {
    const layout = moveColumn(fresh, 'status', 'product', columns)
    expect(columnsOf(layout, columns).map((column) => column.key)).toEqual(layout.shown)
  })
})
