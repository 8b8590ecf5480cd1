import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { isText } from '@heatfleet/modbus/data-type.ts'
import { parseNumber } from '../../../ui/field-number.tsx'

/** Form values of a data point: address, limits and sentinels are texts, and null is an empty text. */
export type PointDraft = Omit<
  DataPoint,
  'names' | 'address' | 'formulas' | 'min' | 'max' | 'invalid' | 'fault' | 'write_group'
> & {
  address: string
  name_en: string
  name_zh: string
  name_pl: string
  read: string
  write: string
  display: string
  min: string
  max: string
  invalid: string
  fault: string
  write_group: string
}

/** Converts a point to form values. */
export const draftOf = (point: DataPoint): PointDraft => {
  const { names, address, formulas, min, max, invalid, fault, ...same } = point
  return {
    ...same,
    // Versions from before these fields do not have them.
    slave: same.slave ?? null,
    bit_len: same.bit_len ?? null,
    address: String(address),
    name_en: names.en,
    name_zh: names.zh,
    name_pl: names.pl,
    read: formulas.read,
    write: formulas.write ?? '',
    display: formulas.display ?? '',
    min: limitText(min),
    max: limitText(max),
    invalid: invalid.join(', '),
    fault: fault ?? '',
    write_group: same.write_group ?? '',
    write_sequence: same.write_sequence ?? null,
    wraps_at: same.wraps_at ?? null,
  }
}

/** Converts form values to a point. Invalid numbers become NaN, which the schema rejects. */
export const pointOf = (draft: PointDraft): DataPoint => {
  const { name_en, name_zh, name_pl, address, read, write, display, min, max, invalid, fault, write_group, ...same } =
    draft
  const is_written = draft.rw === 'rw'
  return {
    ...same,
    address: addressOf(address),
    bit_len: draft.data_type === 'bits' ? draft.bit_len : null,
    write_cmd: is_written ? draft.write_cmd : null,
    write_group: is_written ? textOrNull(write_group) : null,
    write_sequence: is_written ? draft.write_sequence : null,
    wraps_at: draft.accumulate ? draft.wraps_at : null,
    // A text has no curve.
    in_history: draft.in_history && !isText(draft.data_type),
    names: { en: name_en, zh: name_zh, pl: name_pl },
    formulas: { read: read.trim(), write: textOrNull(write), display: textOrNull(display) },
    min: limitOf(min),
    max: limitOf(max),
    invalid: invalid
      .split(/[,;\s]+/)
      .filter((text) => text !== '')
      .map((text) => parseNumber(text) ?? Number.NaN),
    fault: textOrNull(fault),
  }
}

/** Parses a register address as in board makers' lists, 107, 0x6B or 6Bh; NaN when invalid. */
export const addressOf = (text: string): number => {
  const typed = text.trim()
  const hex = /^0x([\da-f]{1,4})$/i.exec(typed) ?? /^([\da-f]{1,5})h$/i.exec(typed)
  if (hex?.[1] !== undefined) return Number.parseInt(hex[1], 16)
  return /^\d{1,5}$/.test(typed) ? Number(typed) : Number.NaN
}

/** An address in hexadecimal with four digits. */
export const hexOf = (address: number): string => `0x${address.toString(16).toUpperCase().padStart(4, '0')}`

const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

const limitText = (limit: DataPoint['min']): string =>
  limit === null ? '' : typeof limit === 'number' ? String(limit) : limit.point

const limitOf = (text: string): DataPoint['min'] => {
  if (text.trim() === '') return null
  return parseNumber(text) ?? { point: text.trim() }
}
