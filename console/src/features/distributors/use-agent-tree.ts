import { api } from '@heatfleet/contract/api.ts'
import type { AgentNode } from '@heatfleet/contract/distributors/distributors.ts'
import { useMemo } from 'react'
import { useReadPages } from '../../cloud/call.ts'
import { agentNodes } from './agent-nodes.ts'

/** Spec 9: the tree is asked for in pages of 500. */
const PAGE_SIZE = 500
const NONE: readonly AgentNode[] = []

/** The whole tree of the own scope; empty until it is there. */
export const useAgentTree = () => {
  const { data, error, refetch } = useReadPages(api.agentTree, PAGE_SIZE)
  const agents = data ?? NONE
  const nodes = useMemo(() => agentNodes(agents), [agents])
  return { agents, nodes, loaded: data !== undefined, error, refetch }
}
