import { useMemo } from 'react'
import type { FilterNode } from './filter-bar-tree.ts'
import { TreePicker } from './filter-bar-tree-picker.tsx'
import type { RegionFilterProps } from './filter-region.tsx'
import { useRegions } from './region-names.ts'
import type { Region } from './region-table.ts'

const nodesOf = (list: readonly Region[]): FilterNode[] =>
  list.map(({ code, name, found_by, children }) => ({
    value: Number(code),
    title: name,
    found_by,
    children: nodesOf(children),
  }))

/** The tree of {@link RegionFilterProps}. */
export const FilterRegionPicker = ({ value, onChange, ...props }: RegionFilterProps) => {
  const regions = useRegions()
  const nodes = useMemo(() => nodesOf(regions), [regions])
  return (
    <TreePicker
      {...props}
      value={value === '' ? undefined : Number(value)}
      nodes={nodes}
      footer={null}
      onChange={(code) => onChange(code === undefined ? '' : String(code))}
    />
  )
}
