import { useMemo } from 'react'
import { treeOf } from './distributor-tree.ts'
import { useDistributorNames } from './picker-reads.ts'

/** A distributor in a picker, with its children. */
type DistributorChoice = { value: number; title: string; children: DistributorChoice[] }

/** Value of the manufacturer in filters and pickers. */
export const MANUFACTURER = 0

/**
 * Organisations that an account can belong to: the distributors in scope, below the manufacturer for the manufacturer's
 * own accounts.
 */
export const useDistributorChoices = (
  manufacturer: string | null,
  /** The current organisation: named even if the distributors cannot be fetched. */
  stored?: { agent_id: number | null; agent_name: string | null },
): DistributorChoice[] => {
  const agents = useDistributorNames()
  return useMemo(() => {
    const { agent_id = null, agent_name = null } = stored ?? {}
    const distributors = agents.data ?? []
    const is_missing = agent_id !== null && distributors.every((agent) => agent.agent_id !== agent_id)
    const own = is_missing ? [{ value: agent_id, title: agent_name ?? '', children: [] }] : []
    const tree = [...own, ...treeOf(distributors, choiceOf)]
    return manufacturer === null ? tree : [{ value: MANUFACTURER, title: manufacturer, children: [] }, ...tree]
  }, [agents.data, manufacturer, stored])
}

const choiceOf = ({ agent_id, agent_name }: { agent_id: number; agent_name: string }): DistributorChoice => ({
  value: agent_id,
  title: agent_name,
  children: [],
})
