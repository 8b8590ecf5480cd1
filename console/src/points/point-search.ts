import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { Definition } from './readings.ts'

/** True for a point that matches a lower-case search: by name in any language, key, or address (decimal or 0x). */
export const matchesPoint = (point: DataPoint, search_text: string): boolean =>
  point.key.toLowerCase().includes(search_text) ||
  Object.values(point.names).some((name) => name.toLowerCase().includes(search_text)) ||
  (/^\d+$/.test(search_text) && point.data_type !== 'calc' && String(point.address) === search_text) ||
  (search_text.startsWith('0x') &&
    point.data_type !== 'calc' &&
    addressHex(point).toLowerCase().startsWith(search_text))

/** Tabs of a product in the order of the definition. */
export const tabsOf = (definition: Definition): string[] => [
  ...new Set([...definition.values()].map((point) => point.tab)),
]

/** A register address in hexadecimal, as in board documents. */
export const addressHex = (point: DataPoint): string => `0x${point.address.toString(16).toUpperCase().padStart(4, '0')}`

/** Points of one tab and group tag, in the order of the definition. */
type PointGroup = { tab: string; group_tag: string; points: DataPoint[] }

/** Points with history that match a search, by tab and group. */
export const historyGroups = (definition: Definition, search: string): PointGroup[] => {
  const search_text = search.trim().toLowerCase()
  const found = [...definition.values()].filter((point) => point.in_history && matchesPoint(point, search_text))
  const tabs = tabsOf(definition)
  return [...Map.groupBy(found, ({ tab, group_tag }) => `${tab}\u0000${group_tag}`).values()]
    .flatMap((points) =>
      points[0] === undefined ? [] : [{ tab: points[0].tab, group_tag: points[0].group_tag, points }],
    )
    .sort((one, other) => tabs.indexOf(one.tab) - tabs.indexOf(other.tab))
}
