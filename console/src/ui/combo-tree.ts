import type { ComboRow } from './combo-rows.ts'

/** A node of a tree in a combobox; `found_by` is what it is found by, folded, where that is more than its label. */
export type ComboNode = {
  key: string
  label: string
  found_by?: string
  disabled?: boolean
  children: readonly ComboNode[]
}

type TreeQuery = {
  /** Keys of the expanded nodes; a search expands all it shows. */
  open: ReadonlySet<string>
  search: string
  /** Whether the last node of a path is found. */
  isFound: (path: readonly ComboNode[]) => boolean
  state: (key: string) => { chosen: boolean; mixed?: boolean }
  /** Found nodes at most. */
  max?: number
}

/** The visible rows of a tree: children of expanded nodes, or what a search finds with all above it. */
export const comboTreeRows = (nodes: readonly ComboNode[], query: TreeQuery): ComboRow[] => {
  const { open, isFound, state, max = Infinity } = query
  const searching = query.search.trim() !== ''
  const rows: ComboRow[] = []
  let found = 0
  const walk = (list: readonly ComboNode[], above: readonly ComboNode[]): boolean => {
    let any = false
    for (const node of list) {
      if (found >= max) return any
      const path = [...above, node]
      const self = !searching || isFound(path)
      if (self && searching) found += 1
      const { key, label, disabled = false, children } = node
      const unfolded = searching || open.has(key)
      const at = rows.length
      const row: ComboRow = { key, label, disabled, level: path.length, ...state(key) }
      rows.push(row)
      const below = unfolded && walk(children, path)
      if (children.length > 0) row.open = searching ? below : unfolded
      if (!self) row.only_above = true
      if (self || below) any = true
      else rows.length = at
    }
    return any
  }
  walk(nodes, [])
  return rows
}

/** The nodes from the root down to a key; empty = there is no such node. */
export const comboPath = (nodes: readonly ComboNode[], key: string): readonly ComboNode[] => {
  for (const node of nodes) {
    if (node.key === key) return [node]
    const below = comboPath(node.children, key)
    if (below.length > 0) return [node, ...below]
  }
  return []
}
