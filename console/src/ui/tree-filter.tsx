import type { ReactNode } from 'react'
import type { FilterField } from './filter-bar.tsx'
import type { FilterNode } from './filter-bar-tree.ts'
import { FilterTree } from './filter-bar-tree-field.tsx'

type TreeFilterProps = {
  value: number | undefined
  /** Title of the selected node. */
  value_text: string | undefined
  nodes: readonly FilterNode[]
  /** Shown below the tree. */
  footer?: ReactNode
}

/** A filter by a node of a tree. */
export const treeFilter = (
  key: string,
  label: string,
  { footer = null, ...chosen }: TreeFilterProps,
  onChange: (value: number | undefined) => void,
): FilterField => ({
  key,
  label,
  control: <FilterTree label={label} {...chosen} footer={footer} onChange={onChange} />,
  chip: chosen.value_text,
  clear: () => onChange(undefined),
})
