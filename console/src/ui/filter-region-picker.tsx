import type { FilterNode } from './filter-bar-tree.ts'
import { TreePicker } from './filter-bar-tree-picker.tsx'
import type { RegionFilterProps } from './filter-region.tsx'
import { type Region, regions } from './region-table.ts'

const nodesOf = (list: readonly Region[]): FilterNode[] =>
  list.map(({ code, name, children }) => ({ value: Number(code), title: name, children: nodesOf(children) }))
const NODES = nodesOf(regions)

/** The tree of {@link RegionFilterProps}. */
export const FilterRegionPicker = ({ value, onChange, ...props }: RegionFilterProps) => (
  <TreePicker
    {...props}
    value={value === '' ? undefined : Number(value)}
    nodes={NODES}
    footer={null}
    onChange={(code) => onChange(code === undefined ? '' : String(code))}
  />
)
