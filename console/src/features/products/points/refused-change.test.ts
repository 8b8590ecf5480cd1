import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { INITIAL_SETTINGS } from '@heatfleet/contract/products/settings.ts'
import { describe, expect, it } from 'vitest'
import { applyChange } from './draft-change.ts'
import { newPoint } from './new-point.ts'
import { appliedAgain, comparedWith, type RefusedChange, withRefused } from './refused-change.ts'

const point = (key: string, part: Partial<DataPoint> = {}): DataPoint => ({ ...newPoint([]), key, ...part })
const before = { points: [point('flow'), point('return')], settings: INITIAL_SETTINGS }
const refusedFor = (change: RefusedChange['change']): RefusedChange => ({ change, before, error: null })

describe('a refused change', () => {
  it('shows own and current values side by side', () => {
    const refused = refusedFor({ set: [point('flow', { unit: '°C' })] })
    const now = { ...before, points: [point('flow', { unit: 'K', decimals: 2 }), point('return')] }
    expect(comparedWith(refused, now)).toEqual([
      {
        key: 'flow',
        kind: 'changed',
        is_removed: false,
        fields: [{ field: 'unit', own_value: '°C', current_value: 'K' }],
      },
    ])
  })

  it('ignores the order of names', () => {
    const refused = refusedFor({ set: [point('flow', { unit: '°C', names: { pl: '', zh: '', en: '' } })] })
    expect(comparedWith(refused, before)[0]?.fields.map(({ field }) => field)).toEqual(['unit'])
  })

  it("keeps the other account's changes of other fields when applied again", () => {
    const refused = refusedFor({ set: [point('flow', { unit: '°C' })] })
    const now = { ...before, points: [point('flow', { unit: 'K', decimals: 2 }), point('return')] }
    const after = applyChange(now, appliedAgain(refused, now))
    expect(after.points[0]).toEqual(point('flow', { unit: '°C', decimals: 2 }))
  })

  it('restores a point that the other account removed', () => {
    const refused = refusedFor({ set: [point('flow', { unit: '°C' })] })
    const now = { ...before, points: [point('return')] }
    expect(comparedWith(refused, now)).toMatchObject([{ key: 'flow', is_removed: true }])
    expect(appliedAgain(refused, now).set).toEqual([point('flow', { unit: '°C' })])
  })

  it('does not remove a point that is already removed', () => {
    const refused = refusedFor({ removed: ['flow', 'return'] })
    expect(appliedAgain(refused, { ...before, points: [point('return')] }).removed).toEqual(['return'])
  })

  it('merges settings field by field', () => {
    const { access } = INITIAL_SETTINGS
    const refused = refusedFor({ settings: { access: { ...access, slave: 7 } } })
    const now = { ...before, settings: { ...INITIAL_SETTINGS, access: { ...access, slave: 3, gap_max: 5 } } }
    expect(comparedWith(refused, now)).toMatchObject([{ fields: [{ field: 'slave', own_value: 7, current_value: 3 }] }])
    expect(appliedAgain(refused, now).settings?.access).toEqual({ ...access, slave: 7, gap_max: 5 })
  })

  it('includes changes that were based on it', () => {
    const first = refusedFor({ set: [point('flow', { unit: '°C' })], removed: ['return'] })
    const later = refusedFor({ set: [point('flow', { unit: '°C', decimals: 1 })] })
    expect(withRefused(withRefused(null, first), later).change).toMatchObject({
      set: [{ key: 'flow', unit: '°C', decimals: 1 }],
      removed: ['return'],
    })
  })
})
