import type { ProductDiff } from './draft.ts'
import type { DataPoint } from './points.ts'
import type { ProductSettings } from './settings.ts'

/** One side of a comparison. */
export type Definition = { points: readonly DataPoint[]; settings: ProductSettings }

/** Fields that decide what number the same bytes become, or what may be written: a change of them breaks with the past. */
const BREAKING: ReadonlySet<string> = new Set([
  'slave',
  'address',
  'query_cmd',
  'data_type',
  'bit',
  'bit_len',
  'formulas',
  'unit',
  'write_cmd',
  'rw',
  'reg_len',
  'write_group',
  'write_sequence',
])
/** Planned from all points together, and no change of this one. */
const PLANNED: ReadonlySet<string> = new Set(['block'])

/** What differs between two definitions, point by point (by key) and part by part. Pure; both sides use it. */
export const diffDefinitions = (from: Definition, to: Definition): ProductDiff => {
  const before = new Map(from.points.map((point) => [point.key, point]))
  const after = new Map(to.points.map((point) => [point.key, point]))
  const points: ProductDiff['points'] = []
  for (const point of to.points) {
    const old = before.get(point.key)
    if (old === undefined) {
      points.push({ key: point.key, change: 'added', breaking: false, before: null, after: point, fields: [] })
      continue
    }
    const fields = changedPointFields(old, point)
    if (fields.length === 0) continue
    const breaking = fields.some((field) => BREAKING.has(field))
    points.push({ key: point.key, change: 'changed', breaking, before: old, after: point, fields })
  }
  for (const point of from.points)
    if (!after.has(point.key))
      points.push({ key: point.key, change: 'removed', breaking: true, before: point, after: null, fields: [] })
  return { points, moved: countMoved(from.points, to.points), settings: changedParts(from.settings, to.settings) }
}

/** The fields in which two states of a point differ. */
export const changedPointFields = (before: DataPoint, after: DataPoint): string[] =>
  Object.entries(after)
    .filter(
      ([field, value]) =>
        // A version from before a field existed does not have it: that is the same as none.
        !PLANNED.has(field) && !isSame(before[field as keyof DataPoint] ?? null, value ?? null), // keys of its type
    )
    .map(([field]) => field)

/** The parts of the settings that differ. */
const changedParts = (before: ProductSettings, after: ProductSettings): string[] =>
  Object.entries(after)
    .filter(([part, value]) => !isSame(before[part as keyof ProductSettings], value)) // keys of its type
    .map(([part]) => part)

/** Points whose place among those of both sides is another one. */
const countMoved = (from: readonly DataPoint[], to: readonly DataPoint[]): number => {
  const [old_keys, new_keys] = [new Set(from.map(({ key }) => key)), new Set(to.map(({ key }) => key))]
  const was = from.filter(({ key }) => new_keys.has(key))
  const is = to.filter(({ key }) => old_keys.has(key))
  return is.filter(({ key }, place) => was[place]?.key !== key).length
}

/** Equal as JSON, whatever the order of fields. */
export const isSame = (a: unknown, b: unknown): boolean => {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [left, right] = [new Map(Object.entries(a)), new Map(Object.entries(b))]
  return (
    left.size === right.size && [...left].every(([name, value]) => right.has(name) && isSame(value, right.get(name)))
  )
}
