import { describe, expect, test } from 'vitest'
import { ancestorsOf, titleOf, treeRows } from './filter-bar-tree.ts'

const leaf = (value: number, title: string) => ({ value, title, children: [] })
const nodes = [
  {
    value: 1,
    title: 'Zhejiang',
    children: [{ value: 2, title: 'Hangzhou', children: [leaf(3, 'Yuhang')] }, leaf(4, 'Ningbo')],
  },
  leaf(5, 'Małopolska'),
]
const titles = (open: number[], search = '') =>
  treeRows(nodes, new Set(open), search).map(({ node, level }) => `${level} ${node.title}`)

describe('the tree picker', () => {
  test('shows the roots, and the children of expanded nodes', () => {
    expect(titles([])).toEqual(['1 Zhejiang', '1 Małopolska'])
    expect(titles([1])).toEqual(['1 Zhejiang', '2 Hangzhou', '2 Ningbo', '1 Małopolska'])
    expect(titles([2])).toEqual(['1 Zhejiang', '1 Małopolska'])
  })

  test('finds a part of a name and shows its ancestors', () => {
    expect(titles([], 'yu')).toEqual(['1 Zhejiang', '2 Hangzhou', '3 Yuhang'])
    expect(titles([], 'MAŁO')).toEqual(['1 Małopolska'])
    expect(titles([], 'Berlin')).toEqual([])
  })

  test('returns the ancestors and the title of a node', () => {
    expect(ancestorsOf(nodes, 3)).toEqual([1, 2])
    expect(ancestorsOf(nodes, 5)).toEqual([])
    expect(titleOf(nodes, 3)).toBe('Yuhang')
    expect(titleOf(nodes, 99)).toBeUndefined()
  })
})
