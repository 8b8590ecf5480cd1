import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { ProductPanel } from '@heatfleet/contract/products/settings.ts'

type Order = Pick<ProductPanel, 'groups' | 'tabs'>

/**
 * Points as a panel orders them: its tabs, within them its groups. What it does not list follows in its own order, so that
 * a product whose panel nobody arranged stays as its points stand.
 */
export const inPanelOrder = (points: readonly DataPoint[], { tabs, groups }: Order): DataPoint[] =>
  points.toSorted(
    (one, other) =>
      placeIn(tabs, one.tab) - placeIn(tabs, other.tab) ||
      placeIn(groups, one.group_tag) - placeIn(groups, other.group_tag),
  )

/** The names there are, in the wanted order; those not wanted follow as they first occur. */
export const namesInOrder = (wanted: readonly string[], names: readonly string[]): string[] => {
  const there = new Set(names)
  return [...new Set([...wanted.filter((name) => there.has(name)), ...there])]
}

const placeIn = (wanted: readonly string[], name: string): number => {
  const place = wanted.indexOf(name)
  return place === -1 ? wanted.length : place
}
