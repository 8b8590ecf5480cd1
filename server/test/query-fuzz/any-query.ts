import type { QueryKind, QueryTable } from '@heatfleet/contract/data-query/columns.ts'
import {
  QUERY_ACTIONS,
  QUERY_CALCULATIONS,
  QUERY_COLUMN_OPTIONS,
  QUERY_OPTIONS,
  type QueryOption,
} from '@heatfleet/contract/data-query/data-query.ts'
import { QUERY_TABLE_NAMES, QUERY_TABLES, type QueryTableName } from '@heatfleet/contract/data-query/tables.ts'
import fc from 'fast-check'

const ATTACKS = [
  "' or true --",
  '"; drop table devices; --',
  '%',
  String.raw`\\_`,
  '1e309',
  '$1',
  '::text',
  'NaN',
  'ﬀ',
  '',
]
const HUGE = [0, -1, 1.5, 2 ** 53 - 1, -(2 ** 53) + 1, 1e300, -1e300, 2 ** 31]
const DAYS = ['2026-11-10', '0001-01-01', '9999-12-31', '2026-02-30']
const TIMES = ['2026-01-01T00:00:00Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '2026-02-30T00:00:00Z']

type Name = { table: QueryTableName; name: string }
export const columnsOf = (table: QueryTableName): QueryTable['columns'] => QUERY_TABLES[table].columns
const nameOf = (table: QueryTableName): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 80, arbitrary: fc.constantFrom(...Object.keys(columnsOf(table))) },
    { weight: 1, arbitrary: fc.constantFrom('constructor', '__proto__', 'secret_sealed', 'mac"', 'x') },
  )

const FITTING: Record<QueryKind, fc.Arbitrary<string | number | boolean>> = {
  text: fc.oneof(fc.constantFrom(...ATTACKS), fc.string({ maxLength: 20, unit: 'grapheme' })),
  integer: fc.oneof(fc.constantFrom(...HUGE.filter(Number.isSafeInteger)), fc.integer({ min: 0, max: 5 })),
  number: fc.oneof(fc.constantFrom(...HUGE), fc.double({ noNaN: true, noDefaultInfinity: true })),
  boolean: fc.boolean(),
  time: fc.constantFrom(...TIMES),
  day: fc.constantFrom(...DAYS),
}
const any_value = fc.oneof(...Object.values(FITTING))
const VALUES = {
  none: () => fc.constant(undefined),
  one: (value: fc.Arbitrary<unknown>) => value,
  two: (value: fc.Arbitrary<unknown>) => fc.array(value, { minLength: 2, maxLength: 2 }),
  many: (value: fc.Arbitrary<unknown>) => fc.array(value, { minLength: 1, maxLength: 3 }),
}
const OPTIONS = Object.keys(QUERY_OPTIONS) as QueryOption[]
/** Mostly a comparison that its column takes. */
const conditionOf = ({ table, name }: Name) => {
  const kind = Object.hasOwn(columnsOf(table), name) ? columnsOf(table)[name]?.kind : undefined
  const fitting = OPTIONS.filter(
    (one) => kind !== undefined && (QUERY_OPTIONS[one].kinds as readonly QueryKind[]).includes(kind),
  )
  const wild = fc.record({
    option: fc.constantFrom(...OPTIONS),
    value: fc.oneof(any_value, fc.array(any_value, { maxLength: 3 }), fc.constant(undefined)),
  })
  const right = fc
    .constantFrom(...(fitting.length === 0 ? OPTIONS : fitting))
    .chain((option) =>
      fc.record({ option: fc.constant(option), value: VALUES[QUERY_OPTIONS[option].value](FITTING[kind ?? 'text']) }),
    )
  return fc
    .tuple(fc.constantFrom('and', 'or'), fc.oneof({ weight: 20, arbitrary: right }, { weight: 1, arbitrary: wild }))
    .map(([method, how]) => ({ table, name, method, ...how }))
}

const columnOf = (table: QueryTableName) =>
  fc.oneof(
    { weight: 8, arbitrary: nameOf(table) },
    {
      weight: 1,
      arbitrary: fc.record({
        name: nameOf(table),
        method: fc.constantFrom(...(Object.keys(QUERY_CALCULATIONS) as 'min'[])),
      }),
    },
  )

/** Every way from one table to another. */
const LINKS = QUERY_TABLE_NAMES.flatMap((from) =>
  Object.entries<{ table: string; name: string }>(QUERY_TABLES[from].links).map(([name, to]) => ({
    table: from,
    name,
    other_table: to.table as QueryTableName,
    other_name: to.name,
  })),
)
/** Tables that may be joined one after the other, with one table alone and, now and then, any tables. */
const tables = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...QUERY_TABLE_NAMES).map((one) => [one]) },
  { weight: 6, arbitrary: fc.constantFrom(...LINKS).map(({ table, other_table }) => [table, other_table]) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<QueryTableName[]>(
      ['iccid', 'device', 'agent'],
      ['control', 'device', 'product'],
      ['service_order', 'alarm', 'device'],
      ['binding', 'app_user', 'device'],
      ['upgrade', 'firmware', 'device'],
      ['shipped_device', 'shipment', 'agent'],
    ),
  },
  { weight: 1, arbitrary: fc.uniqueArray(fc.constantFrom(...QUERY_TABLE_NAMES), { minLength: 1, maxLength: 3 }) },
)

/** The ways between these tables, and now and then a comparison of any of their columns. */
const joiningOf = (chosen: QueryTableName[]) => {
  const links = LINKS.filter(({ table, other_table }) => chosen.includes(table) && chosen.includes(other_table))
  const ways = fc.tuple(
    ...links.map((link) =>
      fc.constantFrom('join', 'left_join').map((method) => ({ ...link, method, option: '=' as const })),
    ),
  )
  const one = fc.constantFrom(...chosen)
  const wild = fc
    .record({ table: one, other_table: one, option: fc.constantFrom(...QUERY_COLUMN_OPTIONS) })
    .chain((how) =>
      fc
        .tuple(nameOf(how.table), nameOf(how.other_table), fc.constantFrom('join', 'and', 'and', 'and'))
        .map(([name, other_name, method]) => ({ ...how, name, other_name, method })),
    )
  const wilds = fc.oneof(
    { weight: 9, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(wild, { maxLength: 2 }) },
  )
  return fc.tuple(ways, wilds).map(([right, any]) => [...right, ...any])
}

/** Any question: mostly one that is right, with texts that attack, names that are none and values that do not fit in between. */
export const anyQuery = tables.chain((chosen) => {
  const named = fc
    .constantFrom(...chosen)
    .chain((table) => fc.record({ table: fc.constant(table), name: nameOf(table) }))
  const few = <Part>(part: fc.Arbitrary<Part>, weight: number) =>
    fc.oneof({ weight, arbitrary: fc.constant<Part[]>([]) }, { weight: 1, arbitrary: fc.array(part, { maxLength: 3 }) })
  return fc.record({
    action: fc.constantFrom(...QUERY_ACTIONS, 'query' as const),
    select: fc.tuple(
      ...chosen.map((table) =>
        fc.record({ table: fc.constant(table), columns: fc.array(columnOf(table), { minLength: 1, maxLength: 4 }) }),
      ),
    ),
    where: fc.record({
      single_table: few(named.chain(conditionOf), 1),
      two_table: joiningOf(chosen),
    }),
    order: few(
      fc.tuple(named, fc.constantFrom('asc', 'desc')).map(([of, option]) => ({ ...of, option })),
      2,
    ),
    group: few(named, 6),
    request_saas: fc.boolean(),
    addition: fc.record({ pageNo: fc.constantFrom(1, 1, 2, 1000), pageSize: fc.constantFrom(1, 20, 200) }),
  })
})
