import { RecordTable } from '@heatfleet/contract/products/record-tables.ts'
import { expect, test } from 'vitest'
import { newColumn, newTable, recordDraftOf, recordTableOf } from './record-draft.ts'

const names = { en: 'Error history', zh: '', pl: '' }
const roleName = (role: string) => ({ en: role, zh: '', pl: '' })

test('a new table has ten records of code and time under a key of its own', () => {
  const first = newTable([], names, roleName)
  const second = newTable([first], names, roleName)
  expect([first.key, second.key]).toEqual(['errors', 'errors_2'])
  expect(first).toMatchObject({ count: 10, stride: 6 })
  expect(first.columns.map(({ role, offset }) => `${offset} ${role}`)).toEqual([
    '0 code',
    '1 year',
    '2 month',
    '3 day',
    '4 hour',
    '5 minute',
  ])
})

test('a new column stands behind the others', () => {
  expect(newColumn(newTable([], names, roleName).columns)).toMatchObject({ key: 'value_7', offset: 6, role: 'value' })
})

test('a draft becomes the table again; bits belong to types that have them', () => {
  const table = newTable([], names, roleName)
  expect(recordTableOf(recordDraftOf(table))).toEqual(table)
  const draft = recordDraftOf(table)
  const [code, ...others] = draft.columns
  if (code === undefined) throw new Error('a table has a code')
  const typed = recordTableOf({ ...draft, columns: [{ ...code, bit: 3, bit_len: 4 }, ...others] })
  expect(RecordTable.parse(typed).columns[0]).toMatchObject({ bit: null, bit_len: null })
  expect(RecordTable.safeParse(recordTableOf({ ...draft, empty_codes: ['none'] })).error?.issues[0]?.path).toEqual([
    'empty_codes',
    0,
  ])
})
