import type { HistorySeries } from '@heatfleet/contract/history/series.ts'
import type { Definition } from '../points/readings.ts'

/**
 * Where the curves of a point come from: the device itself, another one, or itself at another time. Each beside the first
 * has a mark that tells its points apart, so that all else treats them as points of their own.
 */
export type Source = {
  /** Empty for the first. */
  mark: string
  mac: string
  /** Stands before the names of its points, so that short room still tells it. */
  label: string
  /** How far its time is moved forward, ms. */
  shift_ms: number
}

const MARK = '@'

/** The mark of the nth source beside the first. */
export const markOf = (index: number): string => `${MARK}${index}`

/** The point a marked key stands for. */
export const pointKeyOf = (key: string): string => key.split(MARK)[0] ?? key

/** The definition with the points of every source. */
export const withSources = (definition: Definition, sources: readonly Source[]): Definition =>
  new Map(
    sources.flatMap(({ mark, label }) =>
      [...definition].map(([key, point]) => {
        if (label === '') return [key + mark, point] as const
        const { names } = point
        const named = (name: string) => (name === '' ? '' : `${label} · ${name}`)
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

/** A curve, or what is known of it, as one of a source: under its marked key, moved to the time it is compared with. */
export const asOfSource = <Series extends Pick<HistorySeries, 'key' | 't'>>(
  series: Series,
  { mark, shift_ms }: Source,
): Series => ({
  ...series,
  key: series.key + mark,
  t: shift_ms === 0 ? series.t : series.t.map((at) => at + shift_ms),
})
