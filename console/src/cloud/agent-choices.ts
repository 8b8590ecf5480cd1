import { api } from '@heatfleet/contract/api.ts'
import type { ResultOf } from '@heatfleet/contract/endpoint.ts'
import { useMemo } from 'react'
import { useRead } from './call.ts'

type Agent = ResultOf<typeof api.menuAgents>[number]
/** A distributor of a picker with those below it. */
export type AgentChoice = { value: number; title: string; children: AgentChoice[] }

/** The manufacturer in filters and pickers. */
export const MANUFACTURER = 0
const STALE_MS = 60_000

/** The distributors as a tree; one whose parent is outside the own scope stands at the top. */
export const agentChoices = (agents: readonly Agent[]): AgentChoice[] => {
  const nodes = new Map<number, AgentChoice>(
    agents.map(({ agent_id, agent_name }) => [agent_id, { value: agent_id, title: agent_name, children: [] }]),
  )
  const top: AgentChoice[] = []
  for (const { agent_id, parent_id } of agents) {
    const node = nodes.get(agent_id)
    const parent = parent_id === null ? undefined : nodes.get(parent_id)
    if (node !== undefined) (parent?.children ?? top).push(node)
  }
  return top
}

/** Whose accounts there can be: the distributors of the scope, below the manufacturer for its own people. */
export const useAgentChoices = (
  manufacturer: string | null,
  /** Whose it is already: named even where the distributors could not be read. */
  stored?: { agent_id: number | null; agent_name: string | null },
): AgentChoice[] => {
  const agents = useRead(api.menuAgents, undefined, { staleTime: STALE_MS })
  return useMemo(() => {
    const { agent_id = null, agent_name = null } = stored ?? {}
    const known = agents.data ?? []
    const is_missing = agent_id !== null && known.every((agent) => agent.agent_id !== agent_id)
    const own = is_missing ? [{ value: agent_id, title: agent_name ?? '', children: [] }] : []
    const tree = [...own, ...agentChoices(known)]
    return manufacturer === null ? tree : [{ value: MANUFACTURER, title: manufacturer, children: [] }, ...tree]
  }, [agents.data, manufacturer, stored])
}
