import type { DataPoint } from '@heatfleet/contract/products/points.ts'

/** What a setting stands at when it is taken into a template: the board's own default, else the least it takes. */
export const startValue = ({ default_value, choices, min }: DataPoint): number => {
  const [first] = choices
  if (default_value !== null) return default_value
  if (first !== undefined) return first.value
  return typeof min === 'number' ? min : 0
}
