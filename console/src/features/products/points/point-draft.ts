import type { DataPoint } from '@heatfleet/contract/points.ts'
import { parseNumber } from '../../../ui/field-number.tsx'

/** A data point as it is typed: limits and sentinels are texts, and what has no value is an empty one. */
export type PointDraft = Omit<DataPoint, 'names' | 'formulas' | 'min' | 'max' | 'invalid' | 'fault'> & {
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
}

/** A point as the form shows it. */
export const draftOf = (point: DataPoint): PointDraft => {
  const { names, formulas, min, max, invalid, fault, ...same } = point
  return {
    ...same,
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
  }
}

/** What the form means. A number that is none becomes NaN, which the schema refuses. */
export const pointOf = (draft: PointDraft): DataPoint => {
  const { name_en, name_zh, name_pl, read, write, display, min, max, invalid, fault, ...same } = draft
  return {
    ...same,
    write_cmd: draft.rw === 'r' ? null : draft.write_cmd,
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

const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

const limitText = (limit: DataPoint['min']): string =>
  limit === null ? '' : typeof limit === 'number' ? String(limit) : limit.point

const limitOf = (text: string): DataPoint['min'] => {
  if (text.trim() === '') return null
  return parseNumber(text) ?? { point: text.trim() }
}
