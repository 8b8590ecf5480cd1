import { IMPORT_FIELDS, type ImportField } from '@heatfleet/contract/products/import.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'

/** Other ways to say what another column says, and examples: read, never written. */
const ONLY_READ = [
  'code',
  'name',
  'address_hex',
  'part',
  'scale',
  'divisor',
  'order',
  'offset',
  'range',
  'sample_raw',
] as const satisfies readonly ImportField[]
type ExportedField = Exclude<ImportField, (typeof ONLY_READ)[number]>
const isExported = (field: ImportField): field is ExportedField => !ONLY_READ.some((name) => name === field)

/** Columns of an exported list, in the import's own order; the import knows each title. */
export const EXPORTED_FIELDS: readonly ExportedField[] = IMPORT_FIELDS.filter(isExported)

/** A point as a line of the list: what is exported and taken in again is the same point. */
export const cellsOf = (point: DataPoint): Record<ExportedField, string | number> => ({
  key: point.key,
  name_en: point.names.en,
  name_zh: point.names.zh,
  name_pl: point.names.pl,
  slave: point.slave ?? '',
  fn: point.query_cmd,
  address: point.address,
  reg_len: point.reg_len,
  bit: point.bit ?? '',
  bit_len: point.bit_len ?? '',
  type: point.data_type,
  formula: point.formulas.read,
  unit: point.unit,
  decimals: point.decimals,
  min: typeof point.min === 'number' ? point.min : '',
  max: typeof point.max === 'number' ? point.max : '',
  min_ref: refOf(point.min),
  max_ref: refOf(point.max),
  step: point.step ?? '',
  default: point.default_value ?? '',
  access: point.rw,
  write_cmd: point.write_cmd ?? '',
  write_group: point.write_group ?? '',
  write_sequence: point.write_sequence ?? '',
  enum: point.choices
    .map(({ value, names: { en, zh, pl } }) => `${value}=${en === zh && en === pl ? en : [en, zh, pl].join('|')}`)
    .join(';'),
  group: point.group_tag,
  tab: point.tab,
  tag: point.tag ?? '',
  tier: point.tier,
  accumulate: Number(point.accumulate),
  wraps_at: point.wraps_at ?? '',
  alarm: Number(point.alarm),
  in_history: Number(point.in_history),
  write_verified: Number(point.write_verified),
  invalid: point.invalid.join(';'),
  note: point.note,
})

const refOf = (limit: DataPoint['min']): string => (limit !== null && typeof limit === 'object' ? limit.point : '')
