import type { AgentLevel, AgentNode } from '@heatfleet/contract/distributors/distributors.ts'
import { treeOf } from '../../cloud/distributor-tree.ts'
import type { FilterNode } from '../../ui/filter-bar-tree.ts'

/** A distributor in the tree at the left. */
type TreeNode = FilterNode & { level: AgentLevel; disabled: boolean; children: TreeNode[] }

/** The pages of the tree as one; who stands highest in the own scope stands at the top. */
export const agentNodes = (agents: readonly AgentNode[]): TreeNode[] =>
  treeOf(agents, (agent) => ({
    value: agent.agent_id,
    title: agent.agent_name,
    count: agent.device_count,
    level: agent.agent_level,
    disabled: agent.disabled,
    children: [],
  }))

/** Somebody a distributor may be put below. */
type ParentChoice = { value: number; label: string; level: AgentLevel }

/** Distributors of these levels with the names above them; without `but_id` and all below it. */
export const parentChoices = (
  nodes: readonly TreeNode[],
  levels: readonly number[],
  but_id?: number,
): ParentChoice[] => {
  const walk = (list: readonly TreeNode[], above: string): ParentChoice[] =>
    list
      .filter(({ value }) => value !== but_id)
      .flatMap(({ value, title, level, children }) => {
        const label = above === '' ? title : `${title} (${above})`
        return [...(levels.includes(level) ? [{ value, label, level }] : []), ...walk(children, title)]
      })
  return walk(nodes, '')
}
