import type { AgentNode } from '@heatfleet/contract/distributors/distributors.ts'
import { expect, it } from 'vitest'
import { agentNodes, parentChoices } from './agent-nodes.ts'

const node = (agent_id: number, agent_level: 1 | 2 | 3, parent_id: number | null): AgentNode => ({
  agent_id,
  agent_name: `N${agent_id}`,
  agent_level,
  parent_id,
  device_count: agent_id,
  has_children: agent_level < 3,
  disabled: false,
  match: true,
})
const tree = agentNodes([node(1, 1, null), node(3, 2, 1), node(5, 3, 3), node(2, 1, null), node(4, 2, 2)])

it('the tree has each distributor below its higher one', () => {
  expect(tree.map(({ value }) => value)).toEqual([1, 2])
  expect(tree[0]?.children[0]?.children[0]).toMatchObject({ value: 5, level: 3, count: 5 })
})

it('one whose higher distributor is outside the scope stands at the top', () => {
  expect(agentNodes([node(5, 3, 3)]).map(({ value }) => value)).toEqual([5])
})

it.each([
  [[1], undefined, ['N1', 'N2']],
  [[2], undefined, ['N3 (N1)', 'N4 (N2)']],
  [[1, 2], 3, ['N1', 'N2', 'N4 (N2)']],
  [[1, 2], 1, ['N2', 'N4 (N2)']],
])('levels %o without %s and what is below it', (levels, but_id, labels) => {
  expect(parentChoices(tree, levels, but_id).map(({ label }) => label)).toEqual(labels)
})
