import { lengthOf } from '@heatfleet/modbus/data-type.ts'
import { namesIn, parseFormula } from '@heatfleet/modbus/formula-parse.ts'
import type { Finding } from './draft.ts'
import type { FindingCode } from './findings.ts'
import type { RecordColumn, RecordTable } from './record-tables.ts'

type Add = (code: FindingCode, other: string) => void

/** What is wrong with the record tables of a definition; `other` names the table and its column. */
export const checkRecords = (
  tables: readonly RecordTable[],
  finding: (code: FindingCode, about: Partial<Finding>) => Finding,
): Finding[] => {
  const found: Finding[] = []
  const add: Add = (code, other) => found.push(finding(code, { field: 'record_tables', other }))
  const seen = new Set<string>()
  for (const table of tables) {
    if (seen.has(table.key)) add('record_key_twice', table.key)
    seen.add(table.key)
    checkTable(table, add)
  }
  return found
}

const checkTable = (table: RecordTable, add: Add): void => {
  const { key, address, stride, count, columns } = table
  if (address + count * stride > 0x1_0000) add('record_beyond_end', key)
  const seen = new Set<string>()
  for (const column of columns) {
    const other = `${key}.${column.key}`
    if (seen.has(column.key)) add('record_key_twice', other)
    seen.add(column.key)
    if (column.offset + lengthOf({ query_cmd: 3, data_type: column.data_type, reg_len: 1 }) > stride)
      add('record_column_outside', other)
    if (isWithoutBit(column)) add('record_bits_wrong', other)
    const formula = parseFormula(column.read)
    if (!formula.ok || namesIn(formula.ast).some((name) => name !== 'raw')) add('record_formula_wrong', other)
    if (column.names.en === '') add('record_name_missing', other)
  }
  const roles = columns.map(({ role }) => role)
  const parts = roles.filter((role) => role !== 'value')
  if (new Set(parts).size < parts.length) add('record_role_twice', key)
  const dated = (['year', 'month', 'day'] as const).filter((part) => roles.includes(part)).length
  const timed = (['hour', 'minute', 'second'] as const).some((part) => roles.includes(part))
  if ((dated > 0 && dated < 3) || (timed && dated < 3)) add('record_date_incomplete', key)
  if (table.names.en === '') add('record_name_missing', key)
}

const isWithoutBit = ({ data_type, bit, bit_len }: RecordColumn): boolean =>
  ((data_type === 'bit' || data_type === 'bits') && bit === null) ||
  (data_type === 'bits' && (bit_len === null || (bit ?? 0) + bit_len > 16))
