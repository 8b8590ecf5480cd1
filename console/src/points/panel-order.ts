import type { DataPoint } from '@heatfleet/contract/points.ts'
import type { ProductPanel } from '@heatfleet/contract/product-settings.ts'

type Order = Pick<ProductPanel, 'groups' | 'tabs'>

/** Points as a panel orders them: its tabs, within them its groups; what it does not list follows in its own order. */
export const inPanelOrder = (points: readonly DataPoint[], { tabs, groups }: Order): DataPoint[] => {
  const tab_places = placesOf(tabs, points, ({ tab }) => tab)
  const group_places = placesOf(groups, points, ({ group_tag }) => group_tag)
  const placeOf = (places: ReadonlyMap<string, number>, name: string) => places.get(name) ?? places.size
  return points.toSorted(
    (one, other) =>
      placeOf(tab_places, one.tab) - placeOf(tab_places, other.tab) ||
      placeOf(group_places, one.group_tag) - placeOf(group_places, other.group_tag),
  )
}

/** The names there are, in the wanted order; those not wanted follow as they first occur. */
export const namesInOrder = (wanted: readonly string[], names: readonly string[]): string[] => {
  const there = new Set(names)
  return [...new Set([...wanted.filter((name) => there.has(name)), ...there])]
}

const placesOf = (wanted: readonly string[], points: readonly DataPoint[], read: (point: DataPoint) => string) =>
  new Map(namesInOrder(wanted, points.map(read)).map((name, place) => [name, place]))
