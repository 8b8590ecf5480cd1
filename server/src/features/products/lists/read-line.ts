import type { ImportField, ListReading, PointProblem, QuestionKind } from '@heatfleet/contract/products/import.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { LineProblem } from '@heatfleet/contract/sheets.ts'
import { isText, TEXT_REGISTERS_MAX, wordsOf } from '@heatfleet/modbus/data-type.ts'
import type { DataType, QueryCommand } from '@heatfleet/modbus/point.ts'
import { accessOf, functionCodesOf, queryCommandOf } from '../import-cells.ts'
import type { Cells, Problem } from '../import-point.ts'
import type { AddressCell } from './address-cell.ts'
import { bitsOfCell, type ListedBit } from './bits-cell.ts'
import { addressOfLine, type Base, type CellOf, type Conventions, protocolAddress } from './conventions.ts'
import { readType } from './line-type.ts'
import { type LineValues, readValues } from './line-values.ts'
import type { ListLine, RegisterList } from './register-list.ts'

/** A question a row depends on; it is taken once that is answered. */
export type Open = { id: string; kind: QuestionKind; about: string; is_answered: boolean }

/** A row in the product's own terms, one for each point; or why none is taken. */
export type ReadRow = {
  left_out: Extract<PointProblem, 'reserved' | 'struck_out'> | Extract<LineProblem, 'row_empty'> | null
  cells: Cells
  choices: DataPoint['choices']
  problems: Problem[]
  open: Open[]
  /** Addresses of the points: several where a row stands for a range of single registers. */
  addresses: (number | null)[]
  values: LineValues | null
  /** Bits that a cell of a word lists; each is a point beside the word. */
  bits: ListedBit[]
}

export type LineContext = {
  list: RegisterList
  conventions: Conventions
  reading: ListReading
  cell: CellOf
  /** Address of the row before, which bits listed below it belong to. */
  previous: AddressCell | null
}

const RESERVED =
  /^\W*(?:reserved?|reserva(?:do)?|reserviert|rezerwa|spare|not used|unused|nicht belegt|frei|预留|保留|n\/?a)\W*$/i

/** Reads a row under the conventions of its list. */
export const readLine = (line: ListLine, context: LineContext): ReadRow => {
  const { list, cell } = context
  const problems: Problem[] = []
  const open: Open[] = []
  const get = (field: ImportField): string => cell(line, field)
  const report: Report = (problem, field, { text, fix = null, severity = 'error' } = {}) =>
    problems.push({ problem, severity, field, text: (text ?? (field === null ? '' : get(field))).slice(0, 200), fix })
  const none = (left_out: ReadRow['left_out']): ReadRow => ({
    left_out,
    cells: {},
    choices: [],
    problems,
    open: [],
    addresses: [null],
    values: null,
    bits: [],
  })
  const name = get('name_en') || get('name') || get('name_zh') || line.spare.name || ''
  if (line.is_struck) return none('struck_out')
  if (line.cells.every((text) => text === '') && get('address') === '') return none('row_empty')
  let address = addressOfLine(list, line, cell)
  const bit_text = get('bit')
  if (address === null && get('address') === '' && bit_text !== '' && context.previous !== null)
    address = { ...context.previous, count: 1, bit: null }
  const says_nothing = ['type', 'unit', 'range', 'min', 'max', 'enum', 'scale', 'note'].every(
    (field) => get(field as ImportField) === '',
  ) // fields of the mapping
  if (name === '' && get('key') === '' && says_nothing && address !== null && !list.is_neutral) return none('reserved')
  if (RESERVED.test(name) && address !== null && address.count > 1) return none('reserved')

  const fn = readFunction(line, address, context, get, report, open)
  const types = readType(line, fn, address, context, get, report, open)
  const values = readValues({
    line,
    context,
    get,
    report,
    open,
    type: types.type,
    type_cell: types.cell,
    coded_scale: types.scale,
    name,
  })
  const text_length = types.type !== null && isText(types.type) ? textLength(types, address, get, report) : null
  const spans = text_length === null ? spansOf(address, types.type, report) : { count: 1, step: 1 }
  const base = context.conventions.base
  if (address !== null && (base === null || context.conventions.is_base_answered))
    open.push({ id: 'base', kind: 'base', about: '', is_answered: base !== null })
  const addresses = readAddresses(address, base, spans, types.type, get, report)
  const bit =
    bit_text !== ''
      ? bit_text.replace(/^b(?:it)?\s*/i, '')
      : address?.bit === null || address === null
        ? ''
        : String(address.bit)
  const cells: Cells = {
    ...copied(get),
    ...values.cells,
    name: get('name') || name,
    name_en: get('name_en'),
    fn: String(fn ?? 3),
    type: types.type ?? 'u16',
    ...(text_length === null ? {} : { reg_len: String(text_length), in_history: '0' }),
    bit,
    access: text_length === null ? readAccess(address, fn, addresses[0] ?? null, context, get, report) : 'r',
  }
  if (cells.name !== undefined && cells.name === '' && get('key') !== '') cells.name = get('key')
  const bits = bit === '' && addresses.length === 1 ? listedBits(types.type, fn, get) : []
  const choices = bits.length > 0 ? [] : values.choices
  return { left_out: null, cells, choices, problems, open, addresses, values, bits }
}

export type Report = (
  problem: Problem['problem'],
  field: ImportField | null,
  more?: { text?: string; fix?: string | null; severity?: Problem['severity'] },
) => void
export type Get = (field: ImportField) => string

/** The bits of a whole word that one of its cells lists. */
const listedBits = (type: DataType | null, fn: QueryCommand | null, get: Get): ListedBit[] => {
  if ((type !== 'u16' && type !== 's16' && type !== 'enum') || (fn ?? 3) <= 2) return []
  for (const field of ['enum', 'note', 'range', 'type', 'unit'] as const) {
    const bits = bitsOfCell(get(field))
    if (bits.length > 0) return bits
  }
  return []
}

const COPIED = [
  'slave',
  'bit_len',
  'key',
  'code',
  'name_zh',
  'name_pl',
  'formula',
  'decimals',
  'step',
  'write_cmd',
  'write_group',
  'write_sequence',
  'group',
  'tab',
  'tag',
  'tier',
  'accumulate',
  'wraps_at',
  'alarm',
  'in_history',
  'write_verified',
  'invalid',
  'sample_raw',
  'offset',
] as const

const copied = (get: Get): Cells => {
  const cells: Cells = {}
  for (const field of COPIED) {
    const text = get(field)
    if (text !== '') cells[field] = text
  }
  return cells
}

const readFunction = (
  line: ListLine,
  address: AddressCell | null,
  { list, conventions, reading }: LineContext,
  get: Get,
  report: Report,
  open: Open[],
): QueryCommand | null => {
  const text = get('fn')
  if (text !== '') {
    const found = queryCommandOf(text)
    if (found === null) report('fn_unknown', 'fn')
    return found
  }
  const from_address =
    conventions.style === 'area' || (conventions.style === 'table' && conventions.base !== 'plain')
      ? (address?.fn ?? null)
      : null
  const known = from_address ?? list.facts.fn
  if (known !== null) return known
  if (list.is_neutral) return 3
  const { answers } = reading
  const by_access = accessOf(get('access') || line.constants.access || '') === 'rw' ? 3 : 4
  const answered = answers.fn === 'by_access' ? by_access : queryCommandOf(answers.fn ?? '')
  if (get('type') !== 'calc') open.push({ id: 'fn', kind: 'fn', about: '', is_answered: answered !== null })
  return answered
}

/** Registers of a text: told beside it, by the range of its address, or by the number of its characters. */
const textLength = (
  { type, characters }: ReturnType<typeof readType>,
  address: AddressCell | null,
  get: Get,
  report: Report,
): number => {
  const of_characters = characters === null ? null : Math.ceil(characters / (type === 'text_wide' ? 1 : 2))
  const told = /^\d{1,3}$/.test(get('reg_len')) ? Number(get('reg_len')) : null
  const length = address !== null && address.count > 1 ? address.count : (told ?? of_characters)
  if (length !== null && length >= 1 && length <= TEXT_REGISTERS_MAX) return length
  report('text_length_missing', 'reg_len', { text: get('reg_len'), fix: '8' })
  return 1
}

/** How many registers apart the points of a range are; 0 = the range is the length of one point. */
const spansOf = (
  address: AddressCell | null,
  type: DataType | null,
  report: Report,
): { count: number; step: number } => {
  if (address === null || address.count === 1) return { count: 1, step: 1 }
  const words = type === null ? 1 : Math.max(1, wordsOf(type))
  if (address.count % words !== 0) report('length_differs', 'address')
  return { count: Math.max(1, Math.floor(address.count / words)), step: words }
}

const readAddresses = (
  address: AddressCell | null,
  base: Base | null,
  { count, step }: { count: number; step: number },
  type: DataType | null,
  get: Get,
  report: Report,
): (number | null)[] => {
  if (address === null) {
    const text = get('address') || get('address_hex')
    if (text === '' && type !== 'calc') report('address_missing', 'address')
    if (text !== '') {
      const digits = /\d+/.exec(text)?.[0] ?? null
      report('address_wrong', get('address') === '' ? 'address_hex' : 'address', {
        fix: digits !== null && Number(digits) <= 65_535 ? digits : null,
      })
    }
    return [null]
  }
  const first = protocolAddress(address, base ?? '0')
  if (first === null) report('address_wrong', 'address')
  return Array.from({ length: count }, (_, at) => (first === null ? null : first + at * step))
}

const readAccess = (
  address: AddressCell | null,
  fn: QueryCommand | null,
  at: number | null,
  { list }: LineContext,
  get: Get,
  report: Report,
): string => {
  const text = get('access')
  if (text !== '') {
    const found = accessOf(text)
    if (found === null) report('access_unknown', 'access', { fix: 'r' })
    return found ?? 'r'
  }
  const codes = functionCodesOf(get('fn'))
  if (codes.some((code) => code > 4)) return 'rw'
  const ranged = list.facts.access.find(({ from, to }) => at !== null && at >= from && at <= to)
  if (ranged !== undefined) return ranged.access
  return address?.style === 'area' && fn === 3 && list.facts.holding_access === 'rw' ? 'rw' : 'r'
}
