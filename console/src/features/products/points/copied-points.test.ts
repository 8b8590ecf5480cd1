import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { describe, expect, it } from 'vitest'
import { copiedPoints, groupsOf } from './copied-points.ts'
import { newPoint } from './new-point.ts'

const point = (key: string, group_tag: string, unit = ''): DataPoint => ({ ...newPoint([]), key, group_tag, unit })
const theirs = [point('t_in', 'water', '°C'), point('t_out', 'water', '°C'), point('comp_hz', 'compressor', 'Hz')]
const own = [point('t_in', 'mine', 'K')]
const keys = (points: readonly DataPoint[]) => points.map(({ key }) => key)

describe('points of another product', () => {
  it.each([
    { groups: ['water'], meeting: 'keep' as const, added: ['t_out'], replaced: [], left: 1 },
    { groups: ['water'], meeting: 'replace' as const, added: ['t_out'], replaced: ['t_in'], left: 0 },
    { groups: ['compressor'], meeting: 'keep' as const, added: ['comp_hz'], replaced: [], left: 0 },
    { groups: [], meeting: 'replace' as const, added: [], replaced: [], left: 0 },
  ])(
    'of groups $groups with "$meeting": $added are added, $replaced replaced',
    ({ groups, meeting: on_conflict, ...expected }) => {
      const { added, replaced, left } = copiedPoints(theirs, own, { groups, on_conflict })
      expect({ added: keys(added), replaced: keys(replaced), left }).toEqual(expected)
    },
  )

  it('are copied without their poll block', () => {
    const [copied] = copiedPoints([{ ...point('a', 'g'), block: 'A' }], [], {
      groups: ['g'],
      on_conflict: 'keep',
    }).added
    expect(copied?.block).toBeNull()
  })

  it('are counted group by group in their order', () => {
    expect(groupsOf(theirs)).toEqual([
      { group: 'water', count: 2 },
      { group: 'compressor', count: 1 },
    ])
  })
})
