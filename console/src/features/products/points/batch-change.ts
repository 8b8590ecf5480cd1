import { LIMITS } from '@heatfleet/contract/limits.ts'
import { DataPoint } from '@heatfleet/contract/products/points.ts'
import { parseNumber } from '../../../ui/field-number.tsx'

/** Fields that are set to one value on many points at a time. `word_order` is the half of the data type that says it. */
export const BATCH_FIELDS = [
  'group_tag',
  'tab',
  'unit',
  'tag',
  'alarm',
  'accumulate',
  'wraps_at',
  'invalid',
  'word_order',
  'tier',
  'in_history',
  'visible',
  'level',
  'write_verified',
  'write_group',
  'write_sequence',
] as const
export type BatchField = (typeof BATCH_FIELDS)[number]
/** Bytes ABCD, CDAB, BADC, DCBA. */
export const WORD_ORDERS = ['be', 'le', 'be_swapped', 'le_swapped'] as const

const FLAGS: ReadonlySet<BatchField> = new Set(['alarm', 'accumulate', 'in_history', 'write_verified'])

/** Fields of points that are written. */
const WRITTEN: ReadonlySet<BatchField> = new Set(['write_group', 'write_sequence'])

/**
 * The points that a change of one field alters, as they become; null where the value is none that the field takes. Points
 * to which the field does not apply (the word order of one register) stay out.
 */
export const batchChange = (points: readonly DataPoint[], field: BatchField, typed: string): DataPoint[] | null => {
  if (field === 'word_order')
    return points.flatMap((point) => {
      const turned = DataPoint.shape.data_type.safeParse(
        point.data_type.replace(/_(?:be|le)(?:_swapped)?$/, `_${typed}`),
      ).data
      return turned === undefined || turned === point.data_type ? [] : [{ ...point, data_type: turned }]
    })
  const value = valueOfField(field, typed)
  const parsed = DataPoint.shape[field].safeParse(value)
  if (!parsed.success) return null
  return points
    .filter(({ rw }) => rw === 'rw' || !WRITTEN.has(field))
    .map((point) => ({ ...point, [field]: parsed.data }))
}

const valueOfField = (field: Exclude<BatchField, 'word_order'>, typed: string): unknown => {
  if (FLAGS.has(field)) return typed === 'yes'
  if (field === 'tag' || field === 'write_group' || field === 'write_sequence')
    return typed.trim() === '' ? null : typed.trim()
  if (field === 'wraps_at') return typed.trim() === '' ? null : (parseNumber(typed) ?? Number.NaN)
  return field === 'invalid' ? rawNumbers(typed) : typed.trim()
}

const rawNumbers = (typed: string): number[] =>
  typed
    .split(/[,;\s]+/)
    .filter((text) => text !== '')
    .map((text) => parseNumber(text) ?? Number.NaN)

/** As many characters as a typed value may have. */
export const longestOf = (field: BatchField): number =>
  field === 'unit'
    ? LIMITS.unit_max
    : field === 'write_group' || field === 'write_sequence'
      ? LIMITS.write_name_max
      : LIMITS.point_text_max
