import { useDistributorChoices } from '../cloud/distributor-choices.ts'
import { useProducts } from '../cloud/picker-reads.ts'
import { useProductName } from '../messages/product-name.ts'
import type { FilterField } from '../ui/filter-bar.tsx'
import { titleOf } from '../ui/filter-bar-tree.ts'
import { choiceFilter } from '../ui/list-filters.tsx'
import { treeFilter } from '../ui/tree-filter.tsx'

type DistributorFilter = {
  key: string
  label: string
  agent_id: number | undefined
  /** Of the chip: the distributor and those below it. */
  below: (agent: string) => string
  onChange: (agent_id: number | undefined) => void
}
type ProductFilter = { label: string; product_key: string; onChange: (product_key: string) => void }

/** Filters of figures about a part of the fleet: a distributor with those below it, and products. */
export const useFleetFilters = () => {
  const agents = useDistributorChoices(null)
  const { data: products = [] } = useProducts()
  const nameOf = useProductName()
  const product_choices = products.map((product) => ({ value: product.product_key, label: nameOf(product) }))
  const agentName = (agent_id: number | undefined): string | undefined =>
    agent_id === undefined ? undefined : (titleOf(agents, agent_id) ?? String(agent_id))
  const distributorFilter = ({ key, label, agent_id, below, onChange }: DistributorFilter): FilterField => {
    const name = agentName(agent_id)
    const value_text = name === undefined ? undefined : below(name)
    return treeFilter(key, label, { value: agent_id, value_text, nodes: agents }, onChange)
  }
  const productFilter = ({ label, product_key, onChange }: ProductFilter): FilterField =>
    choiceFilter('product_key', label, product_choices, product_key === '' ? undefined : product_key, (next) =>
      onChange(next ?? ''),
    )
  return { agentName, product_choices, distributorFilter, productFilter }
}
