import { describe, expect, it } from 'vitest'
import { inPanelOrder, namesInOrder } from './panel-order.ts'
import { samplePoint } from './sample-points.ts'

const points = [
  samplePoint('a', { tab: 'Overview', group_tag: 'status' }),
  samplePoint('b', { tab: 'Expert', group_tag: 'water' }),
  samplePoint('c', { tab: 'Overview', group_tag: 'water' }),
  samplePoint('d', { tab: 'Energy', group_tag: 'status' }),
]
const keys = (tabs: string[], groups: string[]) => inPanelOrder(points, { tabs, groups }).map(({ key }) => key)

describe('the order of a panel', () => {
  it.each([
    { tabs: [], groups: [], expected: ['a', 'b', 'c', 'd'] },
    { tabs: ['Energy', 'Expert'], groups: [], expected: ['d', 'b', 'a', 'c'] },
    { tabs: ['Overview'], groups: ['water', 'status'], expected: ['c', 'a', 'b', 'd'] },
    { tabs: ['Gone', 'Energy'], groups: ['gone'], expected: ['d', 'a', 'b', 'c'] },
  ])('of tabs $tabs and groups $groups is $expected', ({ tabs, groups, expected }) => {
    expect(keys(tabs, groups)).toEqual(expected)
  })

  it('lists every group once, including unlisted ones', () => {
    expect(namesInOrder(['b', 'gone'], ['a', 'b', 'a', 'c'])).toEqual(['b', 'a', 'c'])
  })
})
