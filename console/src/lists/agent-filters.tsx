import { useMemo } from 'react'
import { MANUFACTURER, useDistributorChoices } from '../cloud/distributor-choices.ts'
import { countedDistributors } from '../cloud/distributor-tree.ts'
import { useDistributorNames } from '../cloud/picker-reads.ts'
import type { FilterField } from '../ui/filter-bar.tsx'
import { FilterSwitch } from '../ui/filter-bar-controls.tsx'
import { flagParam, numberParam, type Param } from '../ui/filter-bar-params.ts'
import { type FilterNode, titleOf } from '../ui/filter-bar-tree.ts'
import { treeFilter } from '../ui/tree-filter.tsx'
import { type Labelled, type One, type OneContext, type OneFilter, type PartsFilter, partOf } from './filter-kind.ts'
import type { Say } from './list.ts'

type Tree = { value: number | undefined; value_text: string | undefined; nodes: readonly FilterNode[] }
/** Makes a filter of one value. */
type MakeOne<S> = <Value>(
  param: Param<Value>,
  useField: (context: OneContext<S, Value>) => FilterField | null,
  options?: One<S, Value>,
) => OneFilter<S, Value>

/** Filters by a distributor. */
export const agentFilters = <S extends Say>(one: MakeOne<S>) => {
  /** A distributor of the tree; `below` names it together with those below it. */
  const agent = ({
    label,
    below,
    counted = false,
  }: Labelled<S> & {
    below?: (say: S, agent: string) => string
    /** With how many devices each has. */
    counted?: boolean
  } = {}): OneFilter<S, number | undefined> =>
    one(
      numberParam,
      function useAgent({ key, label: shown, value, change, say }) {
        const tree = useTree(counted, null)
        const name = value === undefined ? undefined : (titleOf(tree, value) ?? String(value))
        const chosen: Tree = {
          value,
          value_text: name === undefined ? undefined : (below?.(say, name) ?? name),
          nodes: tree,
        }
        return treeFilter(key, shown, chosen, change)
      },
      { label },
    )

  /** The same with a switch for those below it. */
  const agentAndLower = ({
    label,
    lower,
    below,
    counted = false,
    useManufacturer = () => null,
  }: Labelled<S> & {
    /** Label of the switch. */
    lower: (say: S) => string
    below: (say: S, agent: string) => string
    counted?: boolean
    /** The manufacturer's own name where it can be chosen too. */
    useManufacturer?: (say: S) => string | null
  }): PartsFilter<S, { agent_id: number | undefined; include_lower: boolean }> => ({
    holds: 'parts',
    label,
    params: () => ({ agent_id: numberParam as Param<unknown>, include_lower: flagParam(true) as Param<unknown> }),
    useField: function useAgentAndLower({ key, label: shown, values, change, say }) {
      const tree = useTree(counted, useManufacturer(say))
      const agent_id = partOf(values, 'agent_id')
      const value = typeof agent_id === 'number' ? agent_id : undefined
      const on = partOf(values, 'include_lower') === true
      const name = value === undefined ? undefined : (titleOf(tree, value) ?? String(value))
      const chip = name !== undefined && on && value !== MANUFACTURER ? below(say, name) : name
      const footer = <FilterSwitch label={lower(say)} on={on} onChange={(next) => change({ include_lower: next })} />
      const field = treeFilter(key, shown, { value, value_text: chip, nodes: tree, footer }, (next) =>
        change({ agent_id: next }),
      )
      return { ...field, clear: () => change({ agent_id: undefined, include_lower: true }) }
    },
    body: (values) => ({ agent_id: partOf(values, 'agent_id'), include_lower: partOf(values, 'include_lower') }),
  })

  return { agent, agentAndLower }
}

const useTree = (counted: boolean, manufacturer: string | null): readonly FilterNode[] => {
  const plain = useDistributorChoices(manufacturer)
  const agents = useDistributorNames()
  const tree = useMemo(() => countedDistributors(agents.data ?? []), [agents.data])
  return counted ? tree : plain
}
