import type { api } from '@heatfleet/contract/api.ts'
import type { ResultOf } from '@heatfleet/contract/endpoint.ts'

type MenuAgent = ResultOf<typeof api.menuAgents>[number]

/** Each distributor with those above it that are in scope: `Zhejiang / Hangzhou / Xihu`. */
export const agentPaths = (agents: readonly MenuAgent[]): { agent_id: number; agent_name: string; path: string }[] => {
  const known = new Map(agents.map((agent) => [agent.agent_id, agent]))
  const pathOf = (agent: MenuAgent): string => {
    const parent = agent.parent_id === null ? undefined : known.get(agent.parent_id)
    return parent === undefined ? agent.agent_name : `${pathOf(parent)} / ${agent.agent_name}`
  }
  return agents.map((agent) => ({ agent_id: agent.agent_id, agent_name: agent.agent_name, path: pathOf(agent) }))
}
