import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { ProductPanel } from '@heatfleet/contract/products/settings.ts'

type Order = Pick<ProductPanel, 'groups' | 'tabs'>

/**
 * Points in the order of a panel: by tab, then by group. Unlisted ones follow in their own order, so that a product
 * without a panel keeps the order of its points.
 */
export const inPanelOrder = (points: readonly DataPoint[], { tabs, groups }: Order): DataPoint[] =>
  points.toSorted(
    (one, other) =>
      placeIn(tabs, one.tab) - placeIn(tabs, other.tab) ||
      placeIn(groups, one.group_tag) - placeIn(groups, other.group_tag),
  )

/** The names in the given order; unlisted ones follow by first appearance. */
export const namesInOrder = (order: readonly string[], names: readonly string[]): string[] => {
  const existing = new Set(names)
  return [...new Set([...order.filter((name) => existing.has(name)), ...existing])]
}

const placeIn = (order: readonly string[], name: string): number => {
  const position = order.indexOf(name)
  return position === -1 ? order.length : position
}
