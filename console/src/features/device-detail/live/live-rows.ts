import type { LatestText } from '@heatfleet/contract/devices/devices.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { Language } from '../../../messages/language-code.ts'
import { addressHex, matchesPoint, tabsOf } from '../../../points/point-search.ts'
import { choiceName, type Definition, pointName, type Readings } from '../../../points/readings.ts'

/** Filters of the points. */
type LiveFilter = { search: string; changed_only: boolean; tab: string | null }
/** One point with its reading, a number or characters; `changed_at` = last change of the value while the tab is open. */
export type LiveRow = {
  point: DataPoint
  value: number | null
  text: string | null
  at: number | null
  changed_at: number | null
}
/** Rows by tab and group tag, in the order of the definition. */
export type LiveGroup = { tab: string; group_tag: string; rows: LiveRow[] }

const NO_TEXTS: ReadonlyMap<string, LatestText> = new Map()

/** Filters and groups the points; the search matches names in every language, keys and addresses (decimal or 0x). */
export const liveGroups = (
  definition: Definition,
  readings: Readings,
  changes: ReadonlyMap<string, number>,
  filter: LiveFilter,
  texts: ReadonlyMap<string, LatestText> = NO_TEXTS,
): LiveGroup[] => {
  const search_text = filter.search.trim().toLowerCase()
  const groups = new Map<string, LiveGroup>()
  for (const point of definition.values()) {
    if (filter.tab !== null && point.tab !== filter.tab) continue
    if (filter.changed_only && !changes.has(point.key)) continue
    if (search_text !== '' && !matchesPoint(point, search_text)) continue
    const id = `${point.tab}\u0000${point.group_tag}`
    const group = groups.get(id) ?? { tab: point.tab, group_tag: point.group_tag, rows: [] }
    const reading = readings.get(point.key)
    const text = texts.get(point.key)
    group.rows.push({
      point,
      value: reading?.value ?? null,
      text: text?.text ?? null,
      at: reading?.at ?? text?.at ?? null,
      changed_at: changes.get(point.key) ?? null,
    })
    groups.set(id, group)
  }
  const tabs = tabsOf(definition)
  return [...groups.values()].sort((one, other) => tabs.indexOf(one.tab) - tabs.indexOf(other.tab))
}

/** Tracks when each value last changed; a first value is no change. */
export const trackChanges = (
  changes: ReadonlyMap<string, number>,
  before: Readings,
  after: Readings,
): ReadonlyMap<string, number> => {
  let next: Map<string, number> | null = null
  for (const [key, reading] of after) {
    const old = before.get(key)
    if (old === undefined || old.value === reading.value) continue
    next ??= new Map(changes)
    next.set(key, reading.at)
  }
  return next ?? changes
}

/** Rows as tab-separated text, for tickets and spreadsheets. */
export const registerText = (groups: readonly LiveGroup[], language: Language): string =>
  groups
    .flatMap(({ rows }) =>
      rows.map(({ point, value, text }) =>
        [
          point.key,
          point.data_type === 'calc' ? '' : addressHex(point),
          pointName(point, language),
          value === null ? (text ?? '') : (choiceName(point, value, language) ?? value),
          point.unit,
        ].join('\t'),
      ),
    )
    .join('\n')
