import type { api } from '@heatfleet/contract/api.ts'
import type { ResultOf } from '@heatfleet/contract/endpoint.ts'
import type { FilterNode } from '../../ui/filter-bar-tree.ts'

export type MenuAgent = ResultOf<typeof api.menuAgents>[number]

/** The distributors as a tree; one whose parent is outside the own scope stands at the top. */
export const agentTree = (agents: readonly MenuAgent[]): FilterNode[] => {
  const nodes = new Map(agents.map((agent) => [agent.agent_id, nodeOf(agent)]))
  const top: FilterNode[] = []
  for (const agent of agents) {
    const node = nodes.get(agent.agent_id)
    if (node === undefined) continue
    const parent = agent.parent_id === null ? undefined : nodes.get(agent.parent_id)
    if (parent === undefined) top.push(node)
    else parent.children.push(node)
  }
  return top
}

/** Devices in scope: the sum over the distributors at the top, whose counts include all below. */
export const devicesInScope = (agents: readonly MenuAgent[]): number => {
  const known = new Set(agents.map((agent) => agent.agent_id))
  return agents
    .filter((agent) => agent.parent_id === null || !known.has(agent.parent_id))
    .reduce((sum, agent) => sum + agent.device_count, 0)
}

const nodeOf = (agent: MenuAgent): FilterNode => ({
  value: agent.agent_id,
  title: agent.agent_name,
  count: agent.device_count,
  children: [],
})
