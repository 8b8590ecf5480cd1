import type { FaultCode } from '@heatfleet/contract/faults/codes.ts'
import type { DataPoint, Words } from '@heatfleet/contract/products/points.ts'

/**
 * One fault a product can report: a set bit, or one value of a fault word; `value` null = any other value than the
 * healthy one.
 */
export type ProductFault = { point: DataPoint; value: number | null; code: string | null; names: Words }

/** All faults of a product, in the order of its points. */
export const productFaults = (points: readonly DataPoint[]): ProductFault[] =>
  points
    .filter(({ alarm }) => alarm)
    .flatMap((point): ProductFault[] => {
      const named = isBit(point) ? [] : point.choices.filter(({ value }) => value !== point.normal)
      if (named.length === 0) return [{ point, value: null, code: point.fault, names: point.names }]
      return named.map(({ value, names, fault }) => ({ point, value, code: fault ?? null, names }))
    })

/** Whether a point is one bit, of a coil or of a word. */
export const isBit = ({ data_type, query_cmd }: DataPoint): boolean =>
  data_type === 'bit' || data_type === 'bool' || query_cmd <= 2

/** Points with named values: neither numbers nor faults. */
export const namedValuePoints = (points: readonly DataPoint[]): DataPoint[] =>
  points.filter((point) => !point.alarm && (point.choices.length > 0 || point.data_type === 'enum' || isBit(point)))

/**
 * The knowledge base entry of a code, from the first set that has it; custom entries take precedence over built-in
 * ones.
 */
export const faultEntry = (
  faults: readonly FaultCode[],
  sets: readonly string[],
  code: string | null,
): FaultCode | null => {
  if (code === null) return null
  const found = sets.flatMap((set_name) => faults.filter((fault) => fault.set_name === set_name && fault.code === code))
  return found.find(({ built_in }) => !built_in) ?? found[0] ?? null
}

type Option = { value: string; label: string }

/** The options, plus the stored code if its set is not among the product's. */
export const withOwn = (options: readonly Option[], own: string | null | undefined): readonly Option[] =>
  own === null || own === undefined || options.some(({ value }) => value === own)
    ? options
    : [{ value: own, label: own }, ...options]
