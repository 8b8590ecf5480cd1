import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { isState } from '@heatfleet/contract/products/points.ts'

/** Axes that fit beside a chart without making it narrow (product 3.18). */
export const AXES_MAX = 4

export type AxisPlan = {
  /** One axis per unit, in the order of first appearance; without a unit, an axis of plain numbers. */
  axes: readonly { unit: string; keys: readonly string[] }[]
  /**
   * Compressor frequencies, in a short grid of their own below the curves: among temperatures they hide what they explain.
   * Null = none is chosen, or nothing else is.
   */
  compressor: { unit: string; keys: readonly string[] } | null
  /** State points, each a strip below the curves. */
  strips: readonly string[]
  /** Points whose unit got no axis: listed, never dropped silently. */
  without_axis: readonly string[]
}

const COMPRESSOR_TAGS: readonly DataPoint['tag'][] = ['comp_hz', 'comp_hz_target']

/** Distributes at most {@link AXES_MAX} axes among the units of the chosen points; states become strips. */
export const planAxes = (points: readonly DataPoint[]): AxisPlan => {
  const axes: { unit: string; keys: string[] }[] = []
  const strips: string[] = []
  const without_axis: string[] = []
  const frequencies = points.filter((point) => COMPRESSOR_TAGS.includes(point.tag) && !isState(point))
  const [frequency] = frequencies
  const compressor =
    frequency === undefined || points.every((point) => isState(point) || frequencies.includes(point))
      ? null
      : { unit: frequency.unit, keys: frequencies.map(({ key }) => key) }
  for (const point of points) {
    if (compressor?.keys.includes(point.key)) continue
    if (isState(point)) {
      strips.push(point.key)
      continue
    }
    const { unit } = point
    const axis = axes.find((one) => one.unit === unit)
    if (axis !== undefined) axis.keys.push(point.key)
    else if (axes.length < AXES_MAX) axes.push({ unit, keys: [point.key] })
    else without_axis.push(point.key)
  }
  return { axes, compressor, strips, without_axis }
}
