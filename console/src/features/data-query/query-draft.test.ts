import { DataQuery } from '@heatfleet/contract/data-query/data-query.ts'
import { QUERY_TABLE_NAMES } from '@heatfleet/contract/data-query/tables.ts'
import { describe, expect, it } from 'vitest'
import {
  addTable,
  changeCondition,
  firstDraft,
  isFilled,
  joinOf,
  lackOf,
  messageOf,
  type QueryDraft,
  readDraft,
  removeTable,
  setCalculations,
  setColumns,
  writeDraft,
} from './query-draft.ts'

/** A query with every part. */
const WHOLE: QueryDraft = {
  ...addTable(addTable(firstDraft('device'), 'control'), 'agent'),
  group: [{ table: 'device', name: 'mac' }],
  order: [
    { table: 'device', name: 'mac', option: 'desc' },
    { table: 'control', name: 'control_time', option: 'asc' },
  ],
  addition: { pageNo: 3, pageSize: 50 },
}
WHOLE.where.single_table = [
  { method: 'and', table: 'device', name: 'net', option: 'in', value: ['4g'] },
  { method: 'or', table: 'control', name: 'new_value', option: 'between', value: [1, 2] },
]

describe('the address of a query', () => {
  it.each(QUERY_TABLE_NAMES)('holds the first query of %s, which the server takes', (table) => {
    const draft = firstDraft(table)
    expect(readDraft(writeDraft(draft))).toEqual(draft)
    expect(DataQuery.safeParse(messageOf(draft)).success).toBe(true)
  })

  it('holds every part', () => {
    expect(readDraft(writeDraft(WHOLE))).toEqual(WHOLE)
    expect(DataQuery.safeParse(messageOf(WHOLE)).success).toBe(true)
  })

  it('leaves out what is the default', () => {
    expect(messageOf(firstDraft('product'))).toEqual({
      select: { table: 'product', columns: ['product_key', 'name'] },
      addition: { pageNo: 1, pageSize: 20 },
    })
  })

  it.each([null, '', '{', '[]', '{"select":1}', '{"select":{"table":"accounts","columns":["password"]}}'])(
    'that is not a query is none: %s',
    (text) => expect(readDraft(text)).toBeNull(),
  )
})

describe('tables of a query', () => {
  it('are joined by the first way there is', () => {
    expect(joinOf(WHOLE, 1)).toEqual({
      at: 0,
      method: 'join',
      link: { name: 'mac', other_table: 'device', other_name: 'mac' },
    })
    expect(joinOf(WHOLE, 2)?.link).toEqual({ name: 'agent_id', other_table: 'device', other_name: 'agent_id' })
  })

  it('take all that names them with them', () => {
    const left = removeTable(WHOLE, 'control')
    expect(left.select.map(({ table }) => table)).toEqual(['device', 'agent'])
    expect(JSON.stringify(left)).not.toContain('control')
  })

  it('go with the one they are joined to', () => {
    const chain = addTable(addTable(firstDraft('control'), 'device'), 'agent')
    expect(removeTable(chain, 'device').select.map(({ table }) => table)).toEqual(['control'])
  })
})

describe('columns', () => {
  it('that are no longer selected are not grouped by', () => {
    expect(setColumns(WHOLE, 0, ['net']).group).toEqual([])
  })

  it('that are calculated leave an order by others', () => {
    const counted = setCalculations(WHOLE, [{ table: 'control', name: 'control_id', method: 'count' }])
    expect(counted.order.map(({ name }) => name)).toEqual(['mac', 'control_time'])
    const fewer = setColumns(counted, 1, ['state'])
    expect(fewer.order.map(({ name }) => name)).toEqual(['mac'])
  })

  it('are missing as long as a table has none', () => {
    expect(lackOf(setColumns(WHOLE, 1, []))).toEqual({ part: 'columns', at: 1 })
    expect(readDraft(writeDraft(setColumns(WHOLE, 1, [])))?.select[1]?.columns).toEqual([])
  })
})

describe('a condition', () => {
  const net = { method: 'and', table: 'device', name: 'net', option: '=', value: '4g' } as const
  it('keeps its value where it still fits', () => {
    expect(changeCondition(net, { option: '!=' })).toEqual({ ...net, option: '!=' })
    expect(changeCondition(net, { option: 'in' })).not.toHaveProperty('value')
  })

  it('gets a comparison that its column has', () => {
    expect(changeCondition({ ...net, option: 'contains' }, { table: 'device', name: 'rssi_dbm' })).toEqual({
      method: 'and',
      table: 'device',
      name: 'rssi_dbm',
      option: '=',
    })
  })

  it.each([
    [{ ...net, value: '' }, false],
    [{ ...net, option: 'is_null', value: undefined }, true],
    [{ ...net, option: 'in', value: [] }, false],
    [{ ...net, name: 'rssi_dbm', option: 'between', value: [-90, ''] }, false],
    [{ ...net, name: 'rssi_dbm', option: 'between', value: [-90, -60] }, true],
    [{ ...net, name: 'simulated', option: '=', value: false }, true],
  ] as const)('has all its values or not: %j', (condition, filled) => {
    // Written as constants: the arrays are read-only.
    expect(isFilled(condition as unknown as Parameters<typeof isFilled>[0])).toBe(filled)
  })

  it('without a value is named', () => {
    const { value: _, ...empty } = net
    expect(lackOf({ ...WHOLE, where: { ...WHOLE.where, single_table: [net, empty] } })).toEqual({
      part: 'value',
      at: 1,
    })
  })
})
