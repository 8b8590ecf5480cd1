import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { ImportField, ImportRow } from '@heatfleet/contract/products/import.ts'
import { DataPoint, POLL_TIERS } from '@heatfleet/contract/products/points.ts'
import { SEMANTIC_TAGS } from '@heatfleet/contract/products/semantic-tags.ts'
import { unitName } from '@heatfleet/contract/unit-names.ts'
import { isFloat, isText, wordsOf } from '@heatfleet/modbus/data-type.ts'
import { parseFormula } from '@heatfleet/modbus/formula-parse.ts'
import { DATA_TYPES, type DataType, type QueryCommand } from '@heatfleet/modbus/point.ts'
import { numberOf } from '../../sheets/cell-values.ts'
import { accessOf, flagOf, queryCommandOf } from './import-cells.ts'

export type Cells = Partial<Record<ImportField, string>>
export type Problem = ImportRow['problems'][number]

/** What a line says: a point (its key still to be settled), or why it is none. */
export type RowPoint = {
  point: DataPoint | null
  problems: Problem[]
  name: string
  address: number | null
  /** Key or code the line gives itself. */
  own_key: string | null
  /** Of its straight line; null where the list gives a formula. */
  scale: number | null
  offset: number | null
}

/** What was read before: named values, the protocol's address, and what is wrong so far. */
type Given = { choices: DataPoint['choices']; address: number | null; problems: Problem[] }

/** Turns the cells of one line, in the product's own terms, into a data point: reports all problems at once. */
export const pointOfRow = (cells: Cells, { choices, address, problems }: Given): RowPoint => {
  const report: ReportProblem = (problem, field, fix = null, severity = 'error') =>
    problems.push({ problem, severity, field, text: (field === null ? '' : (cells[field] ?? '')).slice(0, 200), fix })
  const full_name = cells.name_en || cells.name || cells.name_zh || ''
  const name = shortened(full_name)
  if (name === '') report('name_missing', 'name')
  const query_cmd = queryCommandOf(cells.fn ?? '') ?? 3
  const { data_type, bit, bit_len } = readType(cells, query_cmd, report)
  const slave = readSlave(cells, report)
  const numbers = readNumbers(cells, report)
  const rw = cells.access ? accessOf(cells.access) : 'r'
  if (rw === null) report('access_unknown', 'access', 'r')
  const read = readFormula(cells, numbers, report)
  const tag = SEMANTIC_TAGS.find((known) => known === cells.tag) ?? null
  if (cells.tag && tag === null) report('tag_unknown', 'tag', '', 'warning')
  if (numbers.min !== null && numbers.max !== null && numbers.min > numbers.max) report('limits_reversed', 'min')
  const own_key = keyOf(cells.key || cells.code || '')
  const linear = cells.formula
    ? { scale: null, offset: null }
    : { scale: numbers.scale ?? 1, offset: numbers.offset ?? 0 }
  const found = { problems, name, address, own_key, ...linear }
  if (problems.some(({ severity }) => severity === 'error')) return { ...found, point: null }
  const is_written = rw === 'rw' && (query_cmd === 1 || query_cmd === 3) && !isText(data_type)
  const words = wordsOf(data_type)
  const parsed = DataPoint.safeParse({
    key: own_key ?? 'p',
    names: {
      en: shortened(cells.name_en || name),
      zh: shortened(cells.name_zh || name),
      pl: shortened(cells.name_pl || name),
    },
    address: address ?? 0,
    slave,
    reg_len: isText(data_type) ? Number(cells.reg_len) : query_cmd <= 2 || words === 0 ? 1 : words,
    query_cmd,
    write_cmd: is_written ? writeCommandOf(cells, query_cmd, words) : null,
    rw: is_written ? 'rw' : 'r',
    data_type,
    bit,
    bit_len,
    formulas: { read, write: null, display: null },
    unit: unitName(cells.unit ?? ''),
    decimals: numbers.decimals ?? decimalsOf(numbers.scale, data_type),
    min: cells.min_ref ? { point: cells.min_ref } : numbers.min,
    max: cells.max_ref ? { point: cells.max_ref } : numbers.max,
    step: numbers.step,
    default_value: numbers.default,
    invalid: (cells.invalid ?? '').split(/[;,\s]+/).flatMap((text) => numberOf(text) ?? []),
    choices,
    group_tag: cells.group ?? '',
    tab: cells.tab || cells.group || '',
    block: null,
    accumulate: flagOf(cells.accumulate ?? ''),
    write_group: is_written && cells.write_group ? cells.write_group : null,
    write_sequence: is_written && cells.write_sequence ? cells.write_sequence : null,
    wraps_at: cells.wraps_at ? numberOf(cells.wraps_at) : null,
    alarm: flagOf(cells.alarm ?? ''),
    in_history: cells.in_history ? flagOf(cells.in_history) : !is_written,
    level: 'installer',
    tag,
    tier: POLL_TIERS.find((tier) => tier === cells.tier) ?? (is_written ? 'slow' : 'normal'),
    // A list says how a board is written, not that it was verified.
    write_verified: !is_written || flagOf(cells.write_verified ?? ''),
    note: noteWith(full_name, name, cells.note ?? ''),
  })
  if (parsed.success) return { ...found, point: parsed.data }
  report('text_too_long', null)
  return { ...found, point: null }
}

/** A name as long as names may be. */
const shortened = (name: string): string => {
  const characters = Array.from(name.replaceAll(/\s*\n\s*/g, ' '))
  return characters.length <= LIMITS.point_name_max
    ? characters.join('')
    : `${characters
        .slice(0, LIMITS.point_name_max - 1)
        .join('')
        .trimEnd()}…`
}

/** A name that was shortened stands whole in the note. */
const noteWith = (full: string, name: string, note: string): string =>
  (name.endsWith('…') && name !== full ? `${full}; ${note}` : note).slice(0, LIMITS.point_note_max)

type ReportProblem = (
  problem: Problem['problem'],
  field: ImportField | null,
  fix?: string | null,
  severity?: Problem['severity'],
) => void

/** The type with its bit; a table of bits has no other. */
const readType = (
  cells: Cells,
  query_cmd: QueryCommand,
  report: ReportProblem,
): { data_type: DataType; bit: number | null; bit_len: number | null } => {
  const bit = cells.bit ? numberOf(cells.bit.replace(/^bit/i, '')) : null
  const bit_wrong =
    cells.bit !== undefined && cells.bit !== '' && (bit === null || !Number.isInteger(bit) || bit < 0 || bit > 15)
  if (bit_wrong) report('bit_wrong', 'bit')
  if (query_cmd <= 2) return { data_type: 'bit', bit: null, bit_len: null }
  const data_type = DATA_TYPES.find((type) => type === cells.type) ?? 'u16'
  const is_field = data_type === 'bits'
  const bit_len = is_field ? numberOf(cells.bit_len ?? '') : null
  if ((data_type === 'bit' || is_field) && bit === null) report('bit_wrong', 'bit')
  if (is_field && (bit_len === null || !Number.isInteger(bit_len) || bit_len < 2 || (bit ?? 0) + bit_len > 16))
    report('bit_wrong', 'bit_len')
  return { data_type, bit: is_field || data_type === 'bit' || data_type === 'bool' ? bit : null, bit_len }
}

/** Slave address of a line; null = the product's own. */
const readSlave = (cells: Cells, report: ReportProblem): number | null => {
  if (!cells.slave) return null
  const slave = numberOf(cells.slave)
  if (slave !== null && Number.isInteger(slave) && slave >= 1 && slave <= 247) return slave
  report('slave_wrong', 'slave', '')
  return null
}

const NUMBERS = ['scale', 'offset', 'decimals', 'min', 'max', 'step', 'default'] as const
type Numbers = Record<(typeof NUMBERS)[number], number | null>

const readNumbers = (cells: Cells, report: ReportProblem): Numbers => {
  const read = (field: (typeof NUMBERS)[number]): number | null => {
    const text = cells[field]
    if (!text || text === '-' || text === '/') return null
    const number = numberOf(text)
    if (number !== null) return number
    const digits = /-?\d+([.,]\d+)?/.exec(text)?.[0] ?? ''
    report('number_wrong', field, digits)
    return null
  }
  const numbers = Object.fromEntries(NUMBERS.map((field) => [field, read(field)])) as Numbers // one for each name
  const { decimals } = numbers
  if (decimals !== null && (!Number.isInteger(decimals) || decimals < 0 || decimals > 9))
    report('number_wrong', 'decimals', '0')
  return { ...numbers, step: numbers.step !== null && numbers.step > 0 ? numbers.step : null }
}

/** The formula as it stands there, else the straight line of scale and offset. */
const readFormula = (cells: Cells, { scale, offset }: Numbers, report: ReportProblem): string => {
  const text = (cells.formula ?? '').replaceAll(/[×xX](?=[\d.(])/g, '*').replaceAll('÷', '/')
  if (text === '') {
    const product = scale === null || scale === 1 ? 'raw' : `raw*${decimalText(scale)}`
    if (offset === null || offset === 0) return product
    return offset > 0 ? `${product}+${decimalText(offset)}` : `${product}-${decimalText(-offset)}`
  }
  const parsed = parseFormula(text)
  if (!parsed.ok) report('formula_wrong', 'formula', 'raw')
  return text
}

/** Never in exponent form, which the formula language does not have. */
const decimalText = (number: number): string => {
  const text = number.toFixed(9).replace(/\.?0+$/, '')
  return number < 0 ? `(${text})` : text
}

const decimalsOf = (scale: number | null, type: DataType): number => {
  if (scale === null) return isFloat(type) ? 1 : 0
  return Math.min(9, /\.(\d+)$/.exec(decimalText(Math.abs(scale)))?.[1]?.length ?? 0)
}

const writeCommandOf = (cells: Cells, query_cmd: QueryCommand, words: number): 5 | 6 | 15 | 16 => {
  const parsed_write_cmd = numberOf(cells.write_cmd ?? '')
  const found = ([5, 6, 15, 16] as const).find((command) => command === parsed_write_cmd)
  if (found !== undefined) return found
  return query_cmd === 1 ? 5 : words > 1 ? 16 : 6
}

/** A key out of what the list calls the point; null when nothing of it is left. */
export const keyOf = (text: string): string | null => {
  const key = text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[_\d]+|_+$/g, '')
    .slice(0, 30)
  return key === '' ? null : key
}
