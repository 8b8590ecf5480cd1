import { describe, expect, test } from 'vitest'
import { columnsOf, defaultLayout, layoutFor, moveColumn, resizeColumn, toggleColumn } from './data-table-columns.ts'
import { positionColumns } from './data-table-positions.ts'

const columns = [
  { key: 'mac', always: true, fixed: 'start' },
  { key: 'name', always: true, fixed: 'start' },
  { key: 'product' },
  { key: 'status' },
  { key: 'tag', by_default: false },
  { key: 'actions', always: true, fixed: 'end' },
] as const

const default_layout = defaultLayout(columns)

describe('the layout of a table', () => {
  test('shows the columns that are not opt-in, in the order of the table', () => {
    expect(default_layout).toEqual({ shown: ['mac', 'name', 'product', 'status', 'actions'], density: 'normal' })
  })

  test('is the stored one, or the default', () => {
    const layout = {
      ...moveColumn(toggleColumn(default_layout, 'tag', columns), 'tag', 'product', columns),
      density: 'compact',
    }
    expect(layoutFor({ ...layout, density: 'compact' }, columns)).toEqual(layout)
    expect(layoutFor(null, columns, 'roomy')).toEqual({ ...default_layout, density: 'roomy' })
  })

  test('drops unknown columns, restores mandatory ones, keeps fixed ones at their side', () => {
    const stored = { shown: ['status', 'cop', 'actions', 'status', 'mac'], density: 'normal' } as const
    expect(layoutFor({ ...stored, shown: [...stored.shown] }, columns)).toEqual({
      shown: ['mac', 'name', 'status', 'actions'],
      density: 'normal',
    })
  })

  test('hides a column and shows it again at its default position', () => {
    const without = toggleColumn(default_layout, 'product', columns)
    expect(without.shown).toEqual(['mac', 'name', 'status', 'actions'])
    expect(toggleColumn(without, 'product', columns)).toEqual(default_layout)
    expect(toggleColumn(default_layout, 'tag', columns).shown).toEqual([
      'mac',
      'name',
      'product',
      'status',
      'tag',
      'actions',
    ])
  })

  test('keeps the width that was set within its limits, and gives the default back', () => {
    const wide = resizeColumn(resizeColumn(default_layout, 'product', 300), 'status', 1)
    expect(wide.widths).toEqual({ product: 300, status: 40 })
    expect(layoutFor({ ...wide, widths: { ...wide.widths, gone: 90 } }, columns).widths).toEqual(wide.widths)
    expect(resizeColumn(resizeColumn(wide, 'status', null), 'product', null)).toEqual(default_layout)
  })

  test('a column whose width was set shares nothing of the remaining width', () => {
    const of = (widths: Record<string, number>) =>
      positionColumns([{ key: 'a', title: '', width_px: 80, cell: () => '' }], false, widths)
    expect(of({}).template).toContain('minmax(80px, 80fr)')
    expect(of({ a: 140 })).toMatchObject({ template: '36px 140px', least_px: 176 })
  })

  test('never hides a mandatory column', () => {
    expect(toggleColumn(default_layout, 'mac', columns)).toEqual(default_layout)
  })

  test.each([
    ['before another', 'status', 'product', ['mac', 'name', 'status', 'product', 'actions']],
    ['to the end, but not behind the actions', 'product', null, ['mac', 'name', 'status', 'product', 'actions']],
    ['not before a fixed column', 'status', 'mac', ['mac', 'name', 'status', 'product', 'actions']],
    ['nowhere when it is hidden', 'tag', 'product', default_layout.shown],
    ['nowhere before itself', 'status', 'status', default_layout.shown],
  ])('moves a column %s', (_, key, before, shown) => {
    expect(moveColumn(default_layout, key, before, columns).shown).toEqual(shown)
  })

  test('returns the columns in the order of the layout', () => {
    const layout = moveColumn(default_layout, 'status', 'product', columns)
    expect(columnsOf(layout, columns).map((column) => column.key)).toEqual(layout.shown)
  })
})
