import { expect, test } from 'vitest'
import { countedDistributors, devicesInScope, type MenuAgent } from './distributor-tree.ts'

const agent = (agent_id: number, parent_id: number | null, device_count: number): MenuAgent => ({
  agent_id,
  agent_name: `agent ${agent_id}`,
  agent_level: 1,
  parent_id,
  device_count,
})

test('distributors become a tree, whatever their order', () => {
  const tree = countedDistributors([agent(3, 2, 5), agent(1, null, 20), agent(2, 1, 9)])
  expect(tree).toMatchObject([{ value: 1, children: [{ value: 2, children: [{ value: 3, children: [] }] }] }])
})

test('a distributor whose parent is out of scope is a root', () => {
  const agents = [agent(12, 4, 7), agent(13, 12, 3)]
  expect(countedDistributors(agents)).toMatchObject([{ value: 12, children: [{ value: 13 }] }])
  expect(devicesInScope(agents)).toBe(7)
})
