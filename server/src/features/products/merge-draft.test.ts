import { DataPoint } from '@heatfleet/contract/products/points.ts'
import { INITIAL_SETTINGS } from '@heatfleet/contract/products/settings.ts'
import { describe, expect, it } from 'vitest'
import { readBuiltInProduct } from './built-in.ts'
import { type Draft, type DraftChange, mergeDraft } from './merge-draft.ts'

const [sample] = readBuiltInProduct().points
const point = (key: string, unit = ''): DataPoint => DataPoint.parse({ ...sample, key, unit })
const draft: Draft = {
  revision: 3,
  points: [point('a'), point('b'), point('c')],
  settings: INITIAL_SETTINGS,
  touched: {},
}
const change = (part: Partial<DraftChange>): DraftChange => ({
  revision: 3,
  set: [],
  removed: [],
  settings: {},
  ...part,
})
const merged = (on: Draft, part: Partial<DraftChange>, by = 'Anna') => {
  const result = mergeDraft(on, change(part), by)
  if (!result.ok) throw new Error(`conflict: ${result.keys.join()}`)
  return result
}
const keys = ({ points }: Draft) => points.map(({ key, unit }) => key + unit).join(' ')

describe('two people edit one product', () => {
  const after_anna = merged(draft, { set: [point('a', 'K')], settings: { fault_sets: ['x'] } }).draft

  it.each<[string, Partial<DraftChange>, string, string[]]>([
    ['another point is merged', { set: [point('b', 'V')] }, 'aK bV c', ['a', '/fault_sets']],
    ['a new point is appended', { set: [point('d')] }, 'aK b c d', ['a', '/fault_sets']],
    ['a removed point goes', { removed: ['c'] }, 'aK b', ['a', '/fault_sets']],
    ['a new order keeps what it does not know', { order: ['c', 'b'] }, 'c b aK', ['a', '/fault_sets']],
    ['who has seen it all merges nothing', { revision: 4, set: [point('a', 'W')] }, 'aW b c', []],
    ['a renamed point is removed and set', { removed: ['b'], set: [point('b2')] }, 'aK c b2', ['a', '/fault_sets']],
  ])('%s', (_, part, points, others) => {
    const result = merged(after_anna, part, 'Bo')
    expect(keys(result.draft)).toBe(points)
    expect(result.merged).toEqual(others)
    expect(result.draft.revision).toBe(5)
  })

  it.each<[string, Partial<DraftChange>, string[]]>([
    ['the same point', { set: [point('a', 'W'), point('b')] }, ['a']],
    ['a point the other has changed is not removed', { removed: ['a'] }, ['a']],
    ['the same part of the settings', { settings: { fault_sets: [] } }, ['/fault_sets']],
  ])('%s is a conflict that names it and the other', (_, part, conflict) => {
    expect(mergeDraft(after_anna, change(part), 'Bo')).toEqual({ ok: false, keys: conflict, by: ['Anna'] })
  })

  it('a point that was removed is not brought back by who had not seen it', () => {
    const without = merged(draft, { removed: ['c'] }).draft
    expect(mergeDraft(without, change({ set: [point('c', 'K')] }), 'Bo')).toMatchObject({ ok: false, keys: ['c'] })
  })
})
