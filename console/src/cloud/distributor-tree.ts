import type { api } from '@heatfleet/contract/api.ts'
import type { ResultOf } from '@heatfleet/contract/endpoint.ts'

export type MenuAgent = ResultOf<typeof api.menuAgents>[number]
type AgentRow = { agent_id: number; parent_id: number | null }

/** Builds the tree of distributors with `nodeOf`; one whose parent is out of scope is a root. */
export const treeOf = <Agent extends AgentRow, Node extends { children: Node[] }>(
  agents: readonly Agent[],
  nodeOf: (agent: Agent) => Node,
): Node[] => {
  const nodes = new Map(agents.map((agent): [number, Node] => [agent.agent_id, nodeOf(agent)]))
  const top: Node[] = []
  for (const { agent_id, parent_id } of agents) {
    const node = nodes.get(agent_id)
    const above = parent_id === null ? undefined : nodes.get(parent_id)
    if (node !== undefined) (above?.children ?? top).push(node)
  }
  return top
}

/** A distributor in a picker, with its children and device count. */
type CountedDistributor = { value: number; title: string; count: number; children: CountedDistributor[] }

export const countedDistributors = (agents: readonly MenuAgent[]): CountedDistributor[] =>
  treeOf(agents, ({ agent_id, agent_name, device_count }) => ({
    value: agent_id,
    title: agent_name,
    count: device_count,
    children: [],
  }))

/** Devices in scope: the sum over the root distributors, whose counts include all levels below. */
export const devicesInScope = (agents: readonly MenuAgent[]): number =>
  countedDistributors(agents).reduce((sum, { count }) => sum + count, 0)
