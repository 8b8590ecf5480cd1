import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { Definition } from '../../../points/readings.ts'

/** One row of settings: a single point, or an hour and a minute that form one time of day. */
export type SettingRow =
  | { kind: 'point'; id: string; point: DataPoint }
  | { kind: 'time'; id: string; hour: DataPoint; minute: DataPoint }

/** Input type of a single point. */
type Widget = 'switch' | 'choice' | 'list' | 'number'

/** Longer lists do not fit side by side. */
const CHOICES_SIDE_BY_SIDE = 5

/** Tabs of a product with settings, in the order of the definition. */
export const settingTabs = (definition: Definition): string[] => [
  ...new Set([...definition.values()].filter(isSetting).map((point) => point.tab)),
]

/** All settings of a product, of every tab. */
export const settingRows = (definition: Definition): SettingRow[] =>
  settingTabs(definition).flatMap((tab) => settingGroups(definition, tab).flatMap(({ rows }) => rows))

/** The settings of one tab by group tag; `x_h`/`x_m` and `x_hour`/`x_min` form a time of day. */
export const settingGroups = (definition: Definition, tab: string): { group_tag: string; rows: SettingRow[] }[] => {
  const groups = new Map<string, SettingRow[]>()
  const joined = new Set<string>()
  for (const point of definition.values()) {
    if (!isSetting(point) || point.tab !== tab || joined.has(point.key)) continue
    const minute = minuteOf(point, definition)
    const row: SettingRow =
      minute === undefined
        ? { kind: 'point', id: point.key, point }
        : { kind: 'time', id: point.key, hour: point, minute }
    if (minute !== undefined) joined.add(minute.key)
    groups.set(point.group_tag, [...(groups.get(point.group_tag) ?? []), row])
  }
  return [...groups].map(([group_tag, rows]) => ({ group_tag, rows }))
}

const isSetting = (point: DataPoint) => point.rw === 'rw' && point.write_cmd !== null

const minuteOf = (point: DataPoint, definition: Definition): DataPoint | undefined => {
  const stem = /^(.+_)(?:h|hour)$/.exec(point.key)?.[1]
  if (stem === undefined) return undefined
  const minute = definition.get(`${stem}m`) ?? definition.get(`${stem}min`)
  return minute !== undefined && isSetting(minute) && minute.tab === point.tab ? minute : undefined
}

/** Selects the input type of a point. */
export const widgetOf = (point: DataPoint): Widget => {
  if (point.choices.length === 0) return point.data_type === 'bool' || point.data_type === 'bit' ? 'switch' : 'number'
  if (point.choices.length === 2 && point.data_type !== 'enum') return 'switch'
  return point.choices.length <= CHOICES_SIDE_BY_SIDE ? 'choice' : 'list'
}

/** Parses a typed number with decimal point or comma; NaN when invalid. */
export const parseTyped = (text: string): number => {
  const plain = text.trim().replace('−', '-').replace(',', '.')
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN
}

/** The next value up or down, kept inside fixed limits and free of floating-point noise. */
export const stepped = (point: DataPoint, value: number, direction: 1 | -1): number => {
  const step = point.step ?? 10 ** -point.decimals
  const next = Number((value + direction * step).toFixed(6))
  const min = typeof point.min === 'number' ? point.min : Number.NEGATIVE_INFINITY
  const max = typeof point.max === 'number' ? point.max : Number.POSITIVE_INFINITY
  return Math.min(max, Math.max(min, next))
}
