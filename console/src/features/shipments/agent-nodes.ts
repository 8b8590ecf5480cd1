import type { api } from '@heatfleet/contract/api.ts'
import type { ResultOf } from '@heatfleet/contract/endpoint.ts'
import type { FilterNode } from '../../ui/filter-bar-tree.ts'

export type MenuAgent = ResultOf<typeof api.menuAgents>[number]

/** The distributors as a tree; one whose parent is outside the own scope stands at the top. */
export const agentTree = (agents: readonly MenuAgent[]): FilterNode[] => {
  const nodes = new Map(
    agents.map(({ agent_id, agent_name, device_count }): [number, FilterNode] => [
      agent_id,
      { value: agent_id, title: agent_name, count: device_count, children: [] },
    ]),
  )
  const top: FilterNode[] = []
  for (const { agent_id, parent_id } of agents) {
    const node = nodes.get(agent_id)
    const above = parent_id === null ? undefined : nodes.get(parent_id)
    if (node !== undefined) (above?.children ?? top).push(node)
  }
  return top
}

/** Who can receive units: those directly below the own distributor, for the manufacturer's people all that have one above. */
export const receiversOf = (agents: readonly MenuAgent[], own_id: number | null): MenuAgent[] =>
  agents.filter(({ parent_id }) => (own_id === null ? parent_id !== null : parent_id === own_id))
