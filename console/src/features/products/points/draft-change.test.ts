import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { INITIAL_SETTINGS } from '@heatfleet/contract/products/settings.ts'
import { describe, expect, it } from 'vitest'
import { applyChange, changeBetween, type DraftChange, inverseOf, movedBy, movedOnto } from './draft-change.ts'
import { newPoint } from './new-point.ts'

const point = (key: string, unit = ''): DataPoint => ({ ...newPoint([]), key, unit })
const content = { points: [point('a'), point('b'), point('c')], settings: INITIAL_SETTINGS }
const keys = ({ points }: { points: readonly DataPoint[] }) => points.map(({ key }) => key).join('')

describe('a change of a draft', () => {
  it.each<[string, DraftChange, string]>([
    ['sets a point in its place', { set: [point('b', 'K')] }, 'abc'],
    ['appends a new one', { set: [point('d')] }, 'abcd'],
    ['puts a new one where the order says', { set: [point('d')], order: ['a', 'd', 'b', 'c'] }, 'adbc'],
    ['takes one away', { removed: ['b'] }, 'ac'],
    ['moves', { order: ['c', 'a', 'b'] }, 'cab'],
    ['changes settings', { settings: { fault_sets: ['x'] } }, 'abc'],
  ])('%s, and its inverse undoes it', (_, change, expected) => {
    const after = applyChange(content, change)
    expect(keys(after)).toBe(expected)
    expect(applyChange(after, inverseOf(content, change))).toEqual(content)
  })

  it('is told by the contents before and after it, as that of an import', () => {
    const imported = { points: [point('b', 'K'), point('d')], settings: { ...INITIAL_SETTINGS, fault_sets: ['x'] } }
    const undo = changeBetween(imported, content)
    expect(undo).toMatchObject({ removed: ['d'], settings: { fault_sets: INITIAL_SETTINGS.fault_sets } })
    expect(applyChange(imported, undo)).toEqual(content)
  })

  it.each([
    ['b', -1, 'bac'],
    ['b', 1, 'acb'],
    ['a', -1, 'abc'],
    ['c', 1, 'abc'],
    ['x', 1, 'abc'],
  ])('moves %s by %d', (key, places, expected) => {
    expect(movedBy(content.points, key, places).join('')).toBe(expected)
  })

  it.each([
    ['c', 'a', 'cab'],
    ['a', 'c', 'bca'],
    ['a', 'b', 'bac'],
    ['b', 'b', 'abc'],
    ['x', 'a', 'abc'],
    ['a', 'x', 'abc'],
  ])('moves %s to the position of %s', (key, onto, expected) => {
    expect(movedOnto(content.points, key, onto).join('')).toBe(expected)
  })
})
