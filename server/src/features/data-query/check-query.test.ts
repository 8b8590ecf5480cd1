import { DataQuery, type DataQueryInput } from '@heatfleet/contract/data-query/data-query.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import { describe, expect, it } from 'vitest'
import { checkQuery } from './check-query.ts'

const RIGHTS: ReadonlySet<Permission> = new Set<Permission>(['device:view', 'agent:view', 'controllog:view'])

/** What a question is refused with; null = it is not. */
const refusalOf = (query: DataQueryInput): { code: string; field: string | undefined } | null => {
  try {
    checkQuery(RIGHTS, DataQuery.parse(query))
    return null
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, field: error.field }
    throw error
  }
}

const mac = { table: 'device' as const, columns: ['mac'] }
const agent = { table: 'agent' as const, columns: ['agent_id'] }
const where = (condition: object): DataQueryInput => ({
  select: mac,
  // What a program sends is wrong here on purpose.
  where: { single_table: [condition as { name: string; option: '=' }] },
})
const joined = (condition: object): DataQueryInput => ({
  select: [mac, agent],
  where: {
    two_table: [{ table: 'device', name: 'agent_id', other_table: 'agent', other_name: 'agent_id', ...condition }],
  },
})
const calculated = (name: string, method: 'sum' | 'count' | 'min'): DataQueryInput => ({
  select: { table: 'device', columns: [{ name, method }] },
})

describe('a question is refused with the field that is wrong', () => {
  it.each<[string, DataQueryInput, string, string]>([
    [
      'an unknown column',
      { select: { table: 'device', columns: ['secret_sealed'] } },
      'query_column_unknown',
      'select.0.columns.0',
    ],
    [
      'a name that every object has',
      { select: { table: 'device', columns: ['constructor'] } },
      'query_column_unknown',
      'select.0.columns.0',
    ],
    [
      'an unknown column of a condition',
      where({ name: 'x', option: '=', value: 1 }),
      'query_column_unknown',
      'where.single_table.0.name',
    ],
    [
      'a text where a number belongs',
      where({ name: 'agent_id', option: '=', value: '1' }),
      'query_value_wrong',
      'where.single_table.0.value',
    ],
    [
      'a fraction where a whole number belongs',
      where({ name: 'agent_id', option: '=', value: 1.5 }),
      'query_value_wrong',
      'where.single_table.0.value',
    ],
    [
      'one value where two belong',
      where({ name: 'agent_id', option: 'between', value: 1 }),
      'query_value_wrong',
      'where.single_table.0.value',
    ],
    ['no value', where({ name: 'mac', option: '=' }), 'query_value_wrong', 'where.single_table.0.value'],
    [
      'a value where none belongs',
      where({ name: 'mac', option: 'is_null', value: '' }),
      'query_value_wrong',
      'where.single_table.0.value',
    ],
    [
      'a day that is not',
      where({ name: 'import_time', option: '<', value: '2026-02-30T00:00:00Z' }),
      'query_value_wrong',
      'where.single_table.0.value',
    ],
    [
      'a comparison that texts do not take',
      where({ name: 'mac', option: '<', value: '1' }),
      'query_option_wrong',
      'where.single_table.0.option',
    ],
    [
      'a condition on a table that is not selected',
      where({ table: 'agent', name: 'agent_id', option: '=', value: 1 }),
      'query_tables_not_joined',
      'where.single_table.0.name',
    ],
    ['a table that is not joined', { select: [mac, agent] }, 'query_tables_not_joined', 'select.1.table'],
    ['a table that is only compared', joined({ method: 'and' }), 'query_tables_not_joined', 'select.1.table'],
    [
      'columns that do not belong together',
      joined({ name: 'mac', other_name: 'agent_name' }),
      'query_tables_not_joined',
      'where.two_table.0',
    ],
    ['a join by less than equality', joined({ option: '<' }), 'query_tables_not_joined', 'where.two_table.0'],
    ['columns of different kinds', joined({ name: 'mac' }), 'query_option_wrong', 'where.two_table.0.other_name'],
    ['a table named twice', { select: [mac, mac] }, 'query_tables_not_joined', 'select.1.table'],
    ['the sum of texts', calculated('mac', 'sum'), 'query_option_wrong', 'select.0.columns.0.method'],
    ['the least of truths', calculated('simulated', 'min'), 'query_option_wrong', 'select.0.columns.0.method'],
    ['a count of calculations', { ...calculated('mac', 'count'), action: 'count' }, 'query_option_wrong', 'action'],
    [
      'an order that is not in a calculated answer',
      { ...calculated('mac', 'count'), order: [{ name: 'mac' }] },
      'query_order_wrong',
      'order.0.name',
    ],
    ['a group that is not selected', { select: mac, group: [{ name: 'net' }] }, 'query_order_wrong', 'group.0.name'],
    ['personal data', { select: { table: 'agent', columns: ['phone'] } }, 'no_permission', 'select.0.columns.0'],
    [
      'a guess at personal data',
      { select: agent, where: { single_table: [{ name: 'email', option: 'starts_with', value: 'a' }] } },
      'no_permission',
      'where.single_table.0.name',
    ],
    ['an order by personal data', { select: agent, order: [{ name: 'phone' }] }, 'no_permission', 'order.0.name'],
    [
      'a table without its right',
      { select: { table: 'iccid', columns: ['iccid'] } },
      'no_permission',
      'select.0.table',
    ],
  ])('%s', (_, query, code, field) => {
    expect(refusalOf(query)).toEqual({ code, field: `data_query.${field}` })
  })

  it.each<[string, DataQueryInput]>([
    ['one table', { select: mac }],
    ['joined tables', joined({})],
    [
      'joined tables named the other way round',
      joined({ table: 'agent', name: 'agent_id', other_table: 'device', other_name: 'agent_id' }),
    ],
    [
      'a comparison beside a join',
      {
        ...joined({}),
        where: {
          two_table: [
            { table: 'device', name: 'agent_id', other_table: 'agent', other_name: 'agent_id' },
            {
              method: 'and',
              table: 'device',
              name: 'agent_name',
              option: '!=',
              other_table: 'agent',
              other_name: 'agent_name',
            },
          ],
        },
      },
    ],
    ['a calculation in order', { ...calculated('mac', 'count'), order: [{ name: 'mac', method: 'count' }] }],
  ])('%s is not', (_, query) => {
    expect(refusalOf(query)).toBeNull()
  })
})
