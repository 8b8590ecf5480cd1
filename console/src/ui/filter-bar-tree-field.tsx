import { lazy, type ReactNode, Suspense } from 'react'
import { FilterButton } from './filter-bar-controls.tsx'
import { Popover } from './filter-bar-popover.tsx'
import type { FilterNode } from './filter-bar-tree.ts'

// Fetched when it is opened.
const TreePicker = lazy(() => import('./filter-bar-tree-picker.tsx').then((part) => ({ default: part.TreePicker })))

export type TreeProps = {
  label: string
  value: number | undefined
  /** Title of the selected node. */
  value_text: string | undefined
  nodes: readonly FilterNode[]
  /** Shown below the tree. */
  footer: ReactNode
  onChange: (value: number | undefined) => void
}

/** A filter by one node of a tree, with search. */
export const FilterTree = (props: TreeProps) => (
  <Popover
    label={props.label}
    trigger={(button) => <FilterButton {...button} label={props.label} value_text={props.value_text} />}
  >
    {(close) => (
      <Suspense>
        <TreePicker
          {...props}
          onChange={(value) => {
            props.onChange(value)
            close()
          }}
        />
      </Suspense>
    )}
  </Popover>
)
