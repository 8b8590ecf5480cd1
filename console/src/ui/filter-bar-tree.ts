import { foldText } from '@heatfleet/contract/search/fold-text.ts'

/** A node of a tree picker; `count` is shown beside its title, `found_by` is what it is found by, folded, where that is more. */
export type FilterNode = { value: number; title: string; found_by?: string; count?: number; children: FilterNode[] }

/** Whether a node is found by what is typed. */
export const isNodeFound = ({ title, found_by = foldText(title) }: FilterNode, search: string): boolean =>
  found_by.includes(foldText(search.trim()))

/** One visible row of a tree: level from 1, and whether it is expanded (undefined = a leaf). */
export type TreeRow<Node extends FilterNode = FilterNode> = {
  node: Node
  level: number
  open: boolean | undefined
  parent: number | null
  /** Position among its siblings from 1, and their number. */
  at: number
  of: number
}

/**
 * The visible rows: children of expanded nodes, or, during a search, the nodes whose title matches with their
 * ancestors.
 */
export const treeRows = <Node extends FilterNode & { children: Node[] }>(
  nodes: readonly Node[],
  open: ReadonlySet<number>,
  search: string,
): TreeRow<Node>[] => {
  const search_text = search.trim()
  const rows: TreeRow<Node>[] = []
  const walk = (list: readonly Node[], level: number, parent: number | null): boolean => {
    let any = false
    for (const [index, node] of list.entries()) {
      const before = rows.length
      const value_text = search_text === '' || isNodeFound(node, search_text)
      const unfolded = search_text === '' ? open.has(node.value) : true
      rows.push({
        node,
        level,
        open: node.children.length === 0 ? undefined : unfolded,
        parent,
        at: index + 1,
        of: list.length,
      })
      const below = unfolded && walk(node.children, level + 1, node.value)
      if (value_text || below) any = true
      else rows.length = before
    }
    return any
  }
  walk(nodes, 1, null)
  return rows
}

/** The ancestors of a node, expanded so that the selected one is visible when the picker opens. */
export const ancestorsOf = (nodes: readonly FilterNode[], value: number): number[] => {
  for (const node of nodes) {
    if (node.value === value) return []
    const below = contains(node, value) ? ancestorsOf(node.children, value) : null
    if (below !== null) return [node.value, ...below]
  }
  return []
}

export const titleOf = (nodes: readonly FilterNode[], value: number): string | undefined => {
  for (const node of nodes) {
    const title = node.value === value ? node.title : titleOf(node.children, value)
    if (title !== undefined) return title
  }
  return undefined
}

const contains = (node: FilterNode, value: number): boolean =>
  node.children.some((child) => child.value === value || contains(child, value))
