import { unitName } from '@heatfleet/contract/unit-names.ts'
import { numberOf } from '../../../sheets/cell-values.ts'
import { rounded } from './number-cell.ts'

/** Limits in one cell. `scale` = where raw and engineering limits stand together; `ref` = the limit is another point. */
type RangeCell = {
  min: number | null
  max: number | null
  min_ref: string
  max_ref: string
  unit: string
  scale: number | null
}

const NUMBER = String.raw`[-+]?\d+(?:[.,]\d+)?`
const REFERENCE = String.raw`\$\w+\$?|[A-Z]{1,3}\d{1,4}`
const LIMIT = `(${NUMBER}|${REFERENCE})`
const BETWEEN = String.raw`\s*(?:~|\.{2,3}|…|–|—|÷|\bto\b|\bbis\b|\bhasta\b|\bdo\b|\ba\b|至|到|-)\s*`
const UNIT = String.raw`(n?m[23](?:/h|/s)?|kgf/cm2|(?!\d)[^\d()~*–—;,]{0,12}?)`
const RANGE = new RegExp(String.raw`^\(?${LIMIT}\s*${UNIT}${BETWEEN}${LIMIT}\s*${UNIT}\)?\s*(?=$|[(*;,])`, 'i')

/** `0~60`, `-30…60 °C`, `$1053$~10`, `50~350 (5.0~35.0 °C)`; null = it is no range. */
export const rangeCellOf = (text: string): RangeCell | null => {
  const plain = text
    .replaceAll(/[−－]/g, '-')
    .replaceAll(/[～〜]/g, '~')
    .replaceAll('\u00A0', ' ')
    .trim()
  const found = RANGE.exec(plain)
  if (found === null) return null
  const range = toRange(found)
  if (range === null) return null
  const rest = plain.slice(found[0].length).trim()
  const inner = /^\((.*?)\)/.exec(rest)?.[1]
  const second = inner === undefined ? null : RANGE.exec(inner)
  const valued = second === null ? null : toRange(second)
  if (valued === null) return range
  const scale = commonScale(range, valued)
  return scale === null ? range : { ...valued, scale }
}

const toRange = (found: RegExpExecArray): RangeCell | null => {
  const [min, max] = [found[1] ?? '', found[3] ?? ''].map(limitOf)
  if (min === undefined || max === undefined) return null
  const unit = (found[4] ?? '').trim() || (found[2] ?? '').trim()
  return {
    min: min.number,
    max: max.number,
    min_ref: min.ref,
    max_ref: max.ref,
    unit: unitName(unit),
    scale: null,
  }
}

const limitOf = (text: string): { number: number | null; ref: string } => {
  const number = numberOf(text)
  return number === null ? { number: null, ref: text.replaceAll('$', '') } : { number, ref: '' }
}

const commonScale = (raw: RangeCell, valued: RangeCell): number | null => {
  if (raw.max === null || valued.max === null || raw.max === 0) return null
  const scale = rounded(valued.max / raw.max)
  const fits = raw.min === null || valued.min === null || Math.abs(raw.min * scale - valued.min) < 1e-6
  return fits && scale > 0 ? scale : null
}
