import type { HistorySeries } from '@heatfleet/contract/history/series.ts'
import type { Definition } from '../points/readings.ts'

/**
 * Source of a point's curve: the device itself, another device, or the device in another period. Every source but the
 * first has a mark that makes its point keys unique.
 */
export type Source = {
  /** Empty for the first source. */
  mark: string
  mac: string
  /** Follows its point names; empty for a device alone. */
  label: string
  /** Time offset added to the series, ms. */
  shift_ms: number
}

const MARK = '@'

/** The mark of the nth source after the first. */
export const markOf = (index: number): string => `${MARK}${index}`

/** The point key without its mark. */
export const pointKeyOf = (key: string): string => key.split(MARK)[0] ?? key

/** The definition with the points of every source. */
export const withSources = (definition: Definition, sources: readonly Source[]): Definition =>
  new Map(
    sources.flatMap(({ mark, label }) =>
      [...definition].map(([key, point]) => {
        if (label === '') return [key + mark, point] as const
        const { names } = point
        const named = (name: string) => (name === '' ? '' : name + SEPARATOR + label)
        return [
          key + mark,
          { ...point, key: key + mark, names: { en: named(names.en), zh: named(names.zh), pl: named(names.pl) } },
        ] as const
      }),
    ),
  )

/** The chosen points of every source, source by source. */
export const keysOf = (points: readonly string[], sources: readonly Source[]): string[] =>
  sources.flatMap(({ mark }) => points.map((key) => key + mark))

/** Assigns a series, or its quality, to a source: marked key, shifted time. */
export const asOfSource = <Series extends Pick<HistorySeries, 'key' | 't'>>(
  series: Series,
  { mark, shift_ms }: Source,
): Series => ({
  ...series,
  key: series.key + mark,
  t: shift_ms === 0 ? series.t : series.t.map((at) => at + shift_ms),
})

/** Latin letters that fit beside the end of a curve; one of Chinese takes the place of two. */
const LABEL_MAX = 20
/** Those of them that the unit's name keeps. */
const LABEL_UNIT_MAX = 8
const SEPARATOR = ' · '

/** A unit's name without a first word that another unit of the figure shares: `Haus Schneider` beside `Haus Weber`. */
const tellingPart = (unit: string, units: readonly string[]): string => {
  const [first = '', ...rest] = unit.split(' ')
  const is_shared = units.some((other) => other !== unit && other.startsWith(`${first} `))
  return is_shared && rest.length > 0 ? rest.join(' ') : unit
}

const unitIn = (name: string): string => {
  const at = name.lastIndexOf(SEPARATOR)
  return at < 0 ? '' : name.slice(at + SEPARATOR.length)
}

/**
 * The name of a curve where space is short: of several units, the point first and something of both names. `names` = all of
 * the figure, from which it has to be distinguished.
 */
export const shortLabel = (name: string, names: readonly string[]): string => {
  const unit_name = unitIn(name)
  if (unit_name === '' || widthOf(name) <= LABEL_MAX) return name
  const unit = cut(tellingPart(unit_name, names.map(unitIn)), LABEL_UNIT_MAX)
  return (
    cut(name.slice(0, name.lastIndexOf(SEPARATOR)), LABEL_MAX - SEPARATOR.length - widthOf(unit)) + SEPARATOR + unit
  )
}

/** The title of a column in two lines: the unit, and its point with the unit of measure; undefined where there is one unit. */
export const titleLines = (name: string, measure: string): readonly [string, string] | undefined => {
  const at = name.lastIndexOf(SEPARATOR)
  return at < 0 ? undefined : [name.slice(at + SEPARATOR.length), name.slice(0, at) + measure]
}

const widthOf = (text: string): number => Array.from(text).reduce((sum, letter) => sum + (letter > '\u2e80' ? 2 : 1), 0)

const cut = (text: string, width: number): string => {
  if (widthOf(text) <= width) return text
  const letters = Array.from(text)
  while (widthOf(letters.join('')) > width - 1) letters.pop()
  return `${letters.join('').trimEnd()}…`
}

/** Characters of a device's name beside a point. */
const SHORT_MAX = 20

/** Short names of devices, by which these can be told apart: up to the first comma, with the end of the MAC where equal. */
export const shortNames = (devices: readonly { mac: string; device_name: string }[]): string[] => {
  const short = devices.map(({ mac, device_name }) => {
    const start = device_name.split(',')[0]?.trim() || mac
    return start.length > SHORT_MAX ? `${start.slice(0, SHORT_MAX - 1)}…` : start
  })
  return short.map((name, index) =>
    short.filter((other) => other === name).length > 1 ? `${name} ${devices[index]?.mac.slice(-4) ?? ''}` : name,
  )
}
