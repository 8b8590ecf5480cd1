import { type RecordColumn, type RecordRole, RecordTable } from '@heatfleet/contract/products/record-tables.ts'

/** A table in the form: lists of numbers as text. */
export type RecordDraft = Omit<RecordTable, 'empty_codes'> & { empty_codes: string[] }

const NO_NAMES = { en: '', zh: '', pl: '' }

/** Parts of an error history as most boards keep it: code, date and hour, one register each. */
const USUAL = ['code', 'year', 'month', 'day', 'hour', 'minute'] as const satisfies readonly RecordRole[]

/** A new table: ten records of code and time; its key is none that is taken. */
export const newTable = (
  tables: readonly RecordTable[],
  names: RecordTable['names'],
  roleName: (role: RecordRole) => RecordColumn['names'],
): RecordTable => {
  let nr = 1
  const keyOf = () => (nr === 1 ? 'errors' : `errors_${nr}`)
  while (tables.some(({ key }) => key === keyOf())) nr++
  return RecordTable.parse({
    key: keyOf(),
    names,
    query_cmd: 3,
    address: 0,
    stride: USUAL.length,
    count: 10,
    columns: USUAL.map((role, offset) => ({ key: role, names: roleName(role), role, offset, data_type: 'u16' })),
  })
}

/** A further column behind the others. */
export const newColumn = (columns: readonly RecordColumn[]): RecordColumn => {
  let nr = columns.length + 1
  while (columns.some(({ key }) => key === `value_${nr}`)) nr++
  const offset = Math.max(-1, ...columns.map((column) => column.offset)) + 1
  return {
    key: `value_${nr}`,
    names: NO_NAMES,
    role: 'value',
    offset,
    data_type: 'u16',
    bit: null,
    bit_len: null,
    read: 'raw',
    unit: '',
    decimals: 0,
    invalid: [],
    choices: [],
  }
}

export const recordDraftOf = (table: RecordTable): RecordDraft => ({
  ...table,
  empty_codes: table.empty_codes.map(String),
})

/** What the draft is saved as; a text that is no number becomes none, which the schema names. */
export const recordTableOf = (draft: RecordDraft): unknown => ({
  ...draft,
  empty_codes: draft.empty_codes.map((text) => (text === '' ? Number.NaN : Number(text))),
  columns: draft.columns.map((column) => ({
    ...column,
    bit: column.data_type === 'bit' || column.data_type === 'bits' || column.data_type === 'bool' ? column.bit : null,
    bit_len: column.data_type === 'bits' ? column.bit_len : null,
  })),
})
