import type { HistorySeries } from '@heatfleet/contract/history-series.ts'
import type { Definition } from '../points/readings.ts'
import { inChosenUnit } from '../ui/format.ts'

/** The points with the units somebody chose to read in: axes, tips, statistics and files follow them. */
export const inShownUnits = (definition: Definition): Definition =>
  new Map([...definition].map(([key, point]) => [key, { ...point, unit: inChosenUnit(0, point.unit).unit }]))

/** A curve as the board measured it, in the unit somebody chose to read in; gaps stay gaps. */
export const shownSeries = (series: HistorySeries, definition: Definition): HistorySeries => {
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
