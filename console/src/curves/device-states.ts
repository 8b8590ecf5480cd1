import type { HistorySeries } from '@heatfleet/contract/history/series.ts'
import { purposeOf } from '@heatfleet/contract/products/value-purpose.ts'
import { runningMode } from '../schematic/schematic-state.ts'
import type { PaletteColour } from '../ui/chart/palette.ts'
import { STATE_POINTS, type StatePoint, type StatePoints } from './state-points.ts'
import { runsOf } from './statistics.ts'

/** States of a device by priority: the first that applies; `unknown` = nothing was reported. */
const STATES = ['fault', 'defrost', 'hot_water', 'cooling', 'heating', 'standby', 'unknown'] as const
export type State = (typeof STATES)[number]

/** Colour of each state: bands behind curves, strips and bars of energy use the same; those of heating and hot water are the schematic's. */
export const STATE_COLOURS = {
  fault: 'bad',
  defrost: 'ref_low',
  hot_water: 'warm',
  cooling: 'cold',
  heating: 'hot',
  standby: 'line',
  unknown: 'panel',
} as const satisfies Record<State, PaletteColour>

/** A period with one state, unix ms. */
export type StateRun = { from: number; to: number; state: State }

/**
 * States of a device over a period without gaps, from the series of its state points: as reported, or the last value
 * of each step.
 */
export const stateRuns = (
  series: readonly HistorySeries[],
  points: StatePoints,
  from: number,
  to: number,
): StateRun[] => {
  const runs = new Map(
    [...points].flatMap(([name, { key }]) => {
      const one = series.find((candidate) => candidate.key === key)
      return one === undefined ? [] : [[name, runsOf(asStates(name, one))] as const]
    }),
  )
  const edges = new Set([from, to])
  for (const list of runs.values())
    for (const run of list) for (const at of [run.from, run.to]) if (at > from && at < to) edges.add(at)
  const times = [...edges].sort((one, other) => one - other)
  const cursors = new Map([...runs.keys()].map((key) => [key, 0]))
  const valueAt = (key: StatePoint, at: number): number | undefined => {
    const list = runs.get(key) ?? []
    let index = cursors.get(key) ?? 0
    while (index < list.length && (list[index]?.to ?? 0) <= at) index += 1
    cursors.set(key, index)
    const run = list[index]
    return run !== undefined && run.from <= at ? run.value : undefined
  }
  const states: StateRun[] = []
  for (const [index, start] of times.slice(0, -1).entries()) {
    const end = times[index + 1] ?? to
    const values = new Map(STATE_POINTS.map((key) => [key, valueAt(key, start)]))
    const state = stateOf((key) => values.get(key), points)
    const before = states.at(-1)
    if (before?.state === state) before.to = end
    else states.push({ from: start, to: end, state })
  }
  return states
}

const stateOf = (read: (key: StatePoint) => number | undefined, points: StatePoints): State => {
  if (read('alarm_stop') === 1) return 'fault'
  if (read('defrost') === 1) return 'defrost'
  const turning = read('comp_hz')
  if (turning === undefined) return 'unknown'
  if (turning === 0) return 'standby'
  return runningMode(read, (key) => purposeOf(points.get(key)?.choices ?? [], read(key)))
}

/** Points whose values have meanings of their own; the others are on or off. */
const NAMED: ReadonlySet<StatePoint> = new Set(['o_3way', 'mode'])

/**
 * Reduces the frequency to on or off, and a step to its value: with the step's extremes every state would fill the
 * whole step.
 */
const asStates = (name: StatePoint, series: HistorySeries): HistorySeries => ({
  ...series,
  v: NAMED.has(name) ? series.v : series.v.map((value) => (value === null ? null : Number(value > 0))),
  min: null,
  max: null,
})

/** Total duration and number of occurrences of each state, longest first. */
export const stateTotals = (runs: readonly StateRun[]): { state: State; ms: number; times: number }[] =>
  STATES.flatMap((state) => {
    const own = runs.filter((run) => run.state === state)
    const ms = own.reduce((sum, run) => sum + run.to - run.from, 0)
    return own.length === 0 ? [] : [{ state, ms, times: own.length }]
  }).sort((one, other) => other.ms - one.ms)
