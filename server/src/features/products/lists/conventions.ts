import type { ImportField, ImportMapping, ListReading } from '@heatfleet/contract/products/import.ts'
import { numberOf } from '../../../sheets/cell-values.ts'
import { type AddressCell, type AddressStyle, addressCellOf, behindTable } from './address-cell.ts'
import { scaleCellOf, unitCellOf } from './number-cell.ts'
import { rangeCellOf } from './range-cell.ts'
import type { ListLine, RegisterList } from './register-list.ts'
import { bracketed } from './title-words.ts'
import { typeCellOf } from './type-cell.ts'

/**
 * How the addresses of a list become those of the protocol: `0` and `1` = what they count from; of 40001: `table_1` is
 * register 0, `table_0` is register 1, `plain` is register 40001. Null = open.
 */
export type Base = '0' | '1' | 'table_1' | 'table_0' | 'plain'

/** The ways to count that a spelling of addresses leaves open. */
export const basesOf = (style: AddressStyle): readonly Base[] =>
  style === 'table' ? ['table_1', 'table_0', 'plain'] : ['0', '1']

/** What holds for all rows of a list: told by it, compared, or answered. */
export type Conventions = {
  style: AddressStyle
  base: Base | null
  is_base_answered: boolean
  limits: 'raw' | 'value' | null
  is_limits_answered: boolean
  /** Texts of the unit column, to know a unit that slipped into another. */
  unit_texts: ReadonlySet<string>
  /** Unit in the title of limits. */
  title_unit: string
  /** Types the product does not know, if they are few enough to be a maker's codes. */
  codes: ReadonlySet<string>
}

export type CellOf = (line: ListLine, field: ImportField) => string

/** The text of a field: corrected by hand, in its column, or constant of the table or the whole list. */
export const cellReader = (
  mapping: ImportMapping,
  { constants }: Pick<ListReading, 'constants'>,
  fixes: ReadonlyMap<number, readonly { field: ImportField; value: string }[]>,
): CellOf => {
  const { columns } = mapping
  return (line, field) => {
    const fixed = fixes.get(line.row)?.find((one) => one.field === field)
    if (fixed !== undefined) return fixed.value.trim()
    const column = columns[field]
    const text = column === undefined ? '' : (line.cells[column] ?? '')
    return text || constants[field] || line.constants[field] || ''
  }
}

/** Decides the conventions of a list from all its rows. */
export const conventionsOf = (
  list: RegisterList,
  mapping: ImportMapping,
  reading: ListReading,
  cell: CellOf,
): Conventions => {
  const style = styleOf(list, cell)
  const units = new Set(list.lines.map((line) => sameText(cell(line, 'unit'))).filter((text) => text !== ''))
  const words = new Map<string, number>()
  for (const line of list.lines) {
    const { word, name } = typeCellOf(cell(line, 'type'))
    if (word !== '' && name === null) words.set(word, (words.get(word) ?? 0) + 1)
  }
  const title_unit = (['min', 'max', 'range'] as const)
    .map((field) => bracketed(list.columns[mapping.columns[field] ?? -1]?.title ?? ''))
    .find((text) => text !== '')
  const answered = basesOf(style).find((one) => one === reading.answers.base)
  return {
    style,
    base: answered ?? baseOf(list, style, cell),
    is_base_answered: answered !== undefined,
    limits:
      reading.answers.limits === 'raw' || reading.answers.limits === 'value'
        ? reading.answers.limits
        : limitsOf(list, reading, cell),
    is_limits_answered: reading.answers.limits !== undefined,
    unit_texts: units,
    title_unit: title_unit === undefined ? '' : unitCellOf(title_unit).unit,
    codes: words.size > 12 ? new Set() : new Set(words.keys()),
  }
}

export const sameText = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, '')

const addresses = (list: RegisterList, cell: CellOf): AddressCell[] =>
  list.lines.flatMap((line) => addressOfLine(list, line, cell) ?? [])

/** The address of a row: of its column, else of the hex one, else of a further column of addresses. */
export const addressOfLine = (list: Pick<RegisterList, 'is_hex'>, line: ListLine, cell: CellOf): AddressCell | null => {
  const text = cell(line, 'address')
  const found = text === '' ? null : addressCellOf(text, list.is_hex)
  if (found !== null) return found
  const hex = cell(line, 'address_hex')
  if (text === '' && hex !== '') return addressCellOf(hex, true)
  return text === '' && line.spare.address !== undefined ? addressCellOf(line.spare.address, list.is_hex) : null
}

const styleOf = (list: RegisterList, cell: CellOf): AddressStyle => {
  const styles = new Set(addresses(list, cell).map(({ style }) => style))
  if (styles.size === 1) return [...styles][0] ?? 'plain'
  return styles.has('area') && !styles.has('plain') ? 'area' : 'plain'
}

const baseOf = (list: RegisterList, style: AddressStyle, cell: CellOf): Base | null => {
  if (style === 'hex') return '0'
  if (list.is_neutral || list.has_both_bases) return style === 'table' && !list.is_neutral ? null : '0'
  if (style === 'table') return null
  if (addresses(list, cell).some(({ number }) => number === 0)) return '0'
  return list.facts.base
}

/** The protocol's address of a cell under a base; null = below 0. */
export const protocolAddress = (
  { number, style }: Pick<AddressCell, 'number' | 'style'>,
  base: Base,
): number | null => {
  const address =
    base === '1'
      ? number - 1
      : base === 'table_1'
        ? behindTable(number) - 1
        : base === 'table_0'
          ? behindTable(number)
          : number
  return (style === 'hex' ? number : address) < 0 ? null : style === 'hex' ? number : address
}

/** Typical spans of a unit: limits of °C as values are within 15..200, raw ones of 0.1 °C ten times as far. */
const SPANS: Record<string, readonly [number, number]> = {
  '°C': [15, 200],
  '%': [15, 130],
  Hz: [20, 200],
  bar: [1, 60],
  V: [100, 500],
}

const limitsOf = (
  list: RegisterList,
  { answers }: Pick<ListReading, 'answers'>,
  cell: CellOf,
): Conventions['limits'] => {
  let raw = 0
  let value = 0
  for (const line of list.lines) {
    const scale = statedScale(line, cell, answers)
    const max = limitNumber(cell(line, 'max')) ?? rangeCellOf(cell(line, 'range'))?.max ?? null
    const min = limitNumber(cell(line, 'min')) ?? rangeCellOf(cell(line, 'range'))?.min ?? null
    if (scale === null || scale === 1 || max === null) continue
    if (!Number.isInteger(max) || (min !== null && !Number.isInteger(min))) value++
    const span = SPANS[unitCellOf(cell(line, 'unit')).unit]
    if (span === undefined) continue
    const fits = (limit: number): boolean => limit >= span[0] && limit <= span[1]
    if (fits(max) && !fits(max * scale)) value++
    if (fits(max * scale) && !fits(max)) raw++
  }
  if (raw === value || Math.min(raw, value) * 10 > Math.max(raw, value)) return null
  return raw > value ? 'raw' : 'value'
}

/** The factor of a row, also by the answer to what its type's code stands for. */
const statedScale = (line: ListLine, cell: CellOf, answers: ListReading['answers']): number | null => {
  const divided = cell(line, 'divisor')
  const found = divided === '' ? scaleCellOf(cell(line, 'scale'), null) : scaleCellOf(divided, true)
  const own = found !== null && 'scale' in found ? found.scale : found !== null ? 1 / found.open : null
  const { word, scale } = typeCellOf(cell(line, 'type'))
  const of_type =
    scale !== null && 'scale' in scale ? scale.scale : (answers[`type:${word.slice(0, 40)}`]?.split('*')[1] ?? null)
  return own ?? (of_type === null ? unitCellOf(cell(line, 'unit')).scale : Number(of_type))
}

/** A limit, also with its unit behind it. */
export const limitNumber = (text: string): number | null => {
  const bare = /^([-+−]?\d+(?:[.,]\d+)?)\s*[^\d\s]{0,6}$/.exec(text)?.[1]
  return bare === undefined ? numberOf(text) : numberOf(bare.replace('−', '-'))
}
