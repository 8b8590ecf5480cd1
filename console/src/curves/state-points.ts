import type { HistorySeries } from '@heatfleet/contract/history/series.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { purposeOf } from '@heatfleet/contract/products/value-purpose.ts'
import type { Definition } from '../points/readings.ts'
import { schematicPoints } from '../schematic/schematic-points.ts'
import { leadsToTank } from '../schematic/schematic-state.ts'
import { setPeriods } from './statistics.ts'

/** Quantities from which the state of a device is derived. */
export const STATE_POINTS = [
  'alarm_stop',
  'defrost',
  'comp_hz',
  'dem_dhw',
  'dem_cool',
  'dem_heat',
  'o_3way',
  'mode',
] as const
export type StatePoint = (typeof STATE_POINTS)[number]
export type StatePoints = ReadonlyMap<StatePoint, DataPoint>

/** The points of a product that have these quantities, by tag or key; those kept in history. */
export const statePoints = (definition: Definition | null): StatePoints => {
  const pointOf = schematicPoints(definition ?? new Map())
  return new Map(
    STATE_POINTS.flatMap((name) => {
      const point = pointOf(name) ?? (name === 'comp_hz' ? pointOf('o_comp') : undefined)
      return point?.in_history === true ? [[name, point] as const] : []
    }),
  )
}

/** What tells hot water: the three-way valve while the compressor turns, else the demand of boards that report none. */
export const hotWaterNames = (points: StatePoints): readonly StatePoint[] =>
  points.has('o_3way') ? ['o_3way', 'comp_hz'] : ['dem_dhw']

/** Periods in which a unit made hot water, for bands, from the series of {@link hotWaterNames}. */
export const hotWaterPeriods = (
  points: StatePoints,
  seriesOf: (name: StatePoint) => HistorySeries | undefined,
): Periods => {
  const periods = (name: StatePoint): Periods => {
    const series = seriesOf(name)
    return series === undefined ? [] : setPeriods(series)
  }
  const valve = seriesOf('o_3way')
  if (valve === undefined) return periods('dem_dhw')
  const on_tank = setPeriods(asOnTank(points.get('o_3way')?.choices ?? [], valve))
  // The valve of a unit at rest stays where it was.
  return seriesOf('comp_hz') === undefined ? on_tank : overlaps(on_tank, periods('comp_hz'))
}

/** 1 = the valve leads to the tank. The mean of a bucket names no position: a bucket counts by its extremes. */
const asOnTank = (choices: DataPoint['choices'], series: HistorySeries): HistorySeries => {
  const asSet = (value: number | null | undefined) =>
    Number(typeof value === 'number' && leadsToTank(purposeOf(choices, value), value))
  return {
    ...series,
    v: series.v.map((value) => (value === null ? null : asSet(value))),
    max: series.max?.map((value, at) => Math.max(asSet(value), asSet(series.min?.[at]))) ?? null,
  }
}

type Periods = [from: number, to: number][]

/** The times that are in both; each list is in order and without overlaps. */
const overlaps = (some: Periods, others: Periods): Periods =>
  some.flatMap(([from, to]) =>
    others
      .filter(([start, end]) => end > from && start < to)
      .map(([start, end]): [number, number] => [Math.max(from, start), Math.min(to, end)]),
  )
