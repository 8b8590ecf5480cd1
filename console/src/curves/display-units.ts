import type { HistorySeries } from '@heatfleet/contract/history/series.ts'
import type { PointStatistics } from '@heatfleet/contract/history/statistics.ts'
import type { Definition } from '../points/readings.ts'
import { inChosenUnit, shownDecimals } from '../ui/format.ts'

/** The points with the units the viewer chose: axes, tooltips, statistics and files use them. */
export const inDisplayUnits = (definition: Definition): Definition =>
  new Map(
    [...definition].map(([key, point]) => {
      const { unit } = inChosenUnit(0, point.unit)
      return [key, { ...point, unit, decimals: shownDecimals(point.unit, point.decimals) }]
    }),
  )

/** Converts a series from the measured unit to the chosen one; gaps stay gaps. */
export const convertSeries = (series: HistorySeries, definition: Definition): HistorySeries => {
  const unit = definition.get(series.key)?.unit ?? ''
  if (inChosenUnit(0, unit).unit === unit) return series
  const shown = (values: (number | null)[]) =>
    values.map((value) => (value === null ? null : inChosenUnit(value, unit).value))
  return {
    ...series,
    v: shown(series.v),
    min: series.min === null ? null : shown(series.min),
    max: series.max === null ? null : shown(series.max),
  }
}

/** Converts the statistics of a point to the chosen unit; the number of classes stays, their limits change. */
export const convertStatistics = (figures: PointStatistics, unit: string): PointStatistics => {
  if (figures.kind === 'state' || inChosenUnit(0, unit).unit === unit) return figures
  const shown = (value: number) => inChosenUnit(value, unit).value
  const figure = (value: number | null) => (value === null ? null : shown(value))
  if (figures.kind === 'counter')
    return { ...figures, last: figure(figures.last), first: figure(figures.first), rise: figure(figures.rise) }
  const { from, width, ms } = figures.distribution
  return {
    ...figures,
    last: figure(figures.last),
    min: figure(figures.min),
    max: figure(figures.max),
    average: figure(figures.average),
    median: figure(figures.median),
    distribution: { from: shown(from), width: shown(from + width) - shown(from), ms },
  }
}
