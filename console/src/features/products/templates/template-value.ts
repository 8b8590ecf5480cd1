import type { DataPoint } from '@heatfleet/contract/products/points.ts'

/** Initial value of a setting in a template: the board's default, else the minimum. */
export const startValue = ({ default_value, choices, min }: DataPoint): number => {
  const [first] = choices
  if (default_value !== null) return default_value
  if (first !== undefined) return first.value
  return typeof min === 'number' ? min : 0
}
