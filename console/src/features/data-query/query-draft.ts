import type { QueryColumn, QueryKind, QueryTable } from '@heatfleet/contract/data-query/columns.ts'
import {
  type DataQuery,
  DataQueryDraft,
  type DataQueryInput,
  QUERY_OPTIONS,
  type QueryCalculation,
  type QueryOption,
  type SingleCondition,
  type TwoTableCondition,
} from '@heatfleet/contract/data-query/data-query.ts'
import { linksOf, QUERY_TABLES, type QueryLink, type QueryTableName } from '@heatfleet/contract/data-query/tables.ts'

/** A query while it is put together: every part names its table, a column may still be without a value. */
export type QueryDraft = DataQuery

/** What the screen opens with: a few columns that say what a row is. */
const FIRST_COLUMNS = {
  device: ['mac', 'device_name', 'online_status', 'last_report_time'],
  product: ['product_key', 'name'],
  agent: ['agent_id', 'agent_name'],
  iccid: ['iccid', 'operator', 'expiration_time'],
  control: ['control_time', 'point_key', 'new_value', 'state'],
  alarm: ['last_time', 'mac', 'type', 'severity', 'condition', 'handling'],
  event: ['at', 'mac', 'type', 'kind'],
  device_day: ['day', 'mac', 'heat_kwh', 'electricity_kwh', 'cop'],
  service_order: ['order_id', 'mac', 'status', 'priority', 'feedback_time'],
  shipment: ['batch_no', 'receiver_name', 'ship_time'],
  shipped_device: ['mac', 'shipment_id', 'state', 'confirmed_time'],
  firmware: ['name', 'module', 'software_version', 'upload_time'],
  upgrade: ['mac', 'firmware_name', 'to_version', 'state', 'create_time'],
  account: ['user_name', 'role_name', 'agent_name', 'last_login_at'],
  app_user: ['app_user_id', 'nick_name', 'country', 'register_time'],
  binding: ['mac', 'app_user_id', 'role', 'bind_time'],
} as const satisfies Record<QueryTableName, readonly string[]>

const selectOf = (table: QueryTableName): QueryDraft['select'][number] => ({
  table,
  columns: [...FIRST_COLUMNS[table]],
})

export const firstDraft = (table: QueryTableName): QueryDraft => DataQueryDraft.parse({ select: selectOf(table) })

/** A column of a table of the contract; undefined = there is none of this name. */
export const columnOf = (table: QueryTableName, name: string): QueryColumn | undefined => {
  const columns: QueryTable['columns'] = QUERY_TABLES[table].columns
  return Object.hasOwn(columns, name) ? columns[name] : undefined
}

/** A query as an address or a saved view has it; null = none, or not a query. */
export const readDraft = (text: string | null): QueryDraft | null => {
  if (text === null) return null
  try {
    const read = DataQueryDraft.safeParse(JSON.parse(text)).data
    return read === undefined ? null : withTables(read)
  } catch {
    // Not JSON: somebody's own text in the address.
    return null
  }
}

const firstOf = ({ select }: QueryDraft): QueryTableName => select[0]?.table ?? 'device'

/** Parts that leave their table out mean the first one. */
const withTables = (query: DataQuery): QueryDraft => {
  const table = firstOf(query)
  const named = <Part extends { table?: QueryTableName | undefined }>(part: Part) => ({ table, ...part })
  return {
    ...query,
    where: { ...query.where, single_table: query.where.single_table.map(named) },
    order: query.order.map(named),
    group: query.group.map(named),
  }
}

/** The query as a program would write it: without what is the default. */
export const messageOf = (draft: QueryDraft): DataQueryInput => {
  const { action, select, where, order, group, addition, request_saas } = draft
  const first = firstOf(draft)
  const placed = <Part extends { table?: QueryTableName | undefined }>({ table, ...part }: Part) =>
    table === undefined || table === first ? part : { table, ...part }
  const [only] = select
  const single_table = where.single_table.map(({ method, ...one }) => ({
    ...(method === 'and' ? {} : { method }),
    ...placed(one),
  }))
  const two_table = where.two_table.map(({ method, option, ...one }) => ({
    ...(method === 'join' ? {} : { method }),
    ...one,
    ...(option === '=' ? {} : { option }),
  }))
  // Parts lose their defaults only, so that they are those of the contract still.
  return {
    ...(action === 'query' ? {} : { action }),
    select: select.length === 1 && only !== undefined ? only : select,
    ...(single_table.length + two_table.length === 0
      ? {}
      : {
          where: {
            ...(single_table.length === 0 ? {} : { single_table }),
            ...(two_table.length === 0 ? {} : { two_table }),
          },
        }),
    ...(order.length === 0
      ? {}
      : { order: order.map(({ option, ...one }) => ({ ...placed(one), ...(option === 'asc' ? {} : { option }) })) }),
    ...(group.length === 0 ? {} : { group: group.map(placed) }),
    addition,
    ...(request_saas ? {} : { request_saas }),
  } as DataQueryInput
}

export const writeDraft = (draft: QueryDraft): string => JSON.stringify(messageOf(draft))

/** Any change but of the page begins at the first page. */
export const atFirstPage = (draft: QueryDraft): QueryDraft => ({ ...draft, addition: { ...draft.addition, pageNo: 1 } })

/** The condition that joins a table to one before it, in the words of this table; with its place among the conditions. */
export const joinOf = (
  { select, where }: QueryDraft,
  at: number,
): { at: number; method: 'join' | 'left_join'; link: QueryLink } | null => {
  const own = select[at]?.table
  const before = select.slice(0, at).map(({ table }) => table)
  for (const [place, { method, table, name, other_table, other_name }] of where.two_table.entries()) {
    if (method === 'and') continue
    if (table === own && before.includes(other_table))
      return { at: place, method, link: { name, other_table, other_name } }
    if (other_table === own && before.includes(table))
      return { at: place, method, link: { name: other_name, other_table: table, other_name: name } }
  }
  return null
}

/** Ways to join a table to those that are chosen before it. */
export const joinsOf = ({ select }: QueryDraft, table: QueryTableName, at = select.length): QueryLink[] =>
  select.slice(0, at).flatMap((before) => linksOf(table, before.table))

const conditionOf = (
  table: QueryTableName,
  method: TwoTableCondition['method'],
  { name, other_table, other_name }: QueryLink,
): TwoTableCondition => ({ method, table, name, option: '=', other_table, other_name })

export const addTable = (draft: QueryDraft, table: QueryTableName): QueryDraft => {
  const [link] = joinsOf(draft, table)
  if (link === undefined) return draft
  const two_table = [...draft.where.two_table, conditionOf(table, 'join', link)]
  return { ...draft, select: [...draft.select, selectOf(table)], where: { ...draft.where, two_table } }
}

export const changeJoin = (
  draft: QueryDraft,
  at: number,
  method: 'join' | 'left_join',
  link: QueryLink,
): QueryDraft => {
  const own = draft.select[at]?.table
  if (own === undefined) return draft
  const condition = conditionOf(own, method, link)
  const place = joinOf(draft, at)?.at
  const { two_table } = draft.where
  return {
    ...draft,
    where: {
      ...draft.where,
      two_table: place === undefined ? [...two_table, condition] : two_table.with(place, condition),
    },
  }
}

/** Takes a table out with all that names it; those joined to it alone go with it. */
export const removeTable = (draft: QueryDraft, gone: QueryTableName): QueryDraft => {
  const keeps = ({ table }: { table?: QueryTableName | undefined }) => table !== gone
  const left: QueryDraft = {
    ...draft,
    select: draft.select.filter(keeps),
    where: {
      single_table: draft.where.single_table.filter(keeps),
      two_table: draft.where.two_table.filter(({ table, other_table }) => table !== gone && other_table !== gone),
    },
    order: draft.order.filter(keeps),
    group: draft.group.filter(keeps),
  }
  const alone = left.select.find((_, at) => at > 0 && joinOf(left, at) === null)
  return alone === undefined ? left : removeTable(left, alone.table)
}

/** Another first table begins anew: nothing of a query fits another table. */
export const startWith = (draft: QueryDraft, table: QueryTableName): QueryDraft => ({
  ...firstDraft(table),
  addition: { ...draft.addition, pageNo: 1 },
})

export type Calculation = { table: QueryTableName; name: string; method: QueryCalculation }

export const plainColumns = (draft: QueryDraft, at: number): string[] =>
  (draft.select[at]?.columns ?? []).filter((column) => typeof column === 'string')

export const calculationsOf = ({ select }: QueryDraft): Calculation[] =>
  select.flatMap(({ table, columns }) =>
    columns.flatMap((column) => (typeof column === 'string' ? [] : [{ table, ...column }])),
  )

/** Columns that are no longer selected cannot be grouped by, nor sorted by where something is calculated. */
const withSelected = (draft: QueryDraft): QueryDraft => {
  const calculations = calculationsOf(draft)
  const isPlain = (table: QueryTableName | undefined, name: string) =>
    draft.select.some((one) => one.table === table && one.columns.includes(name))
  const isCalculated = (one: { table?: QueryTableName | undefined; name: string; method?: string | undefined }) =>
    calculations.some(({ table, name, method }) => table === one.table && name === one.name && method === one.method)
  return {
    ...draft,
    group: draft.group.filter(({ table, name }) => isPlain(table, name)),
    order: draft.order.filter((one) =>
      one.method === undefined ? calculations.length === 0 || isPlain(one.table, one.name) : isCalculated(one),
    ),
  }
}

export const setColumns = (draft: QueryDraft, at: number, names: readonly string[]): QueryDraft =>
  withSelected({
    ...draft,
    select: draft.select.map((one, place) =>
      place === at
        ? { ...one, columns: [...names, ...one.columns.filter((column) => typeof column !== 'string')] }
        : one,
    ),
  })

export const setCalculations = (draft: QueryDraft, calculations: readonly Calculation[]): QueryDraft =>
  withSelected({
    ...draft,
    select: draft.select.map(({ table, columns }) => ({
      table,
      columns: [
        ...columns.filter((column) => typeof column === 'string'),
        ...calculations.filter((one) => one.table === table).map(({ name, method }) => ({ name, method })),
      ],
    })),
  })

/** What a comparison takes of a column. */
export const takesOf = (option: QueryOption) => QUERY_OPTIONS[option].value

/** Comparisons that a column has. */
export const optionsOf = (kind: QueryKind): QueryOption[] =>
  Object.entries(QUERY_OPTIONS).flatMap(([option, { kinds }]: [string, { kinds: readonly QueryKind[] }]) =>
    // Keys of this very table.
    kinds.includes(kind) ? [option as QueryOption] : [],
  )

/** A condition with another column or comparison: its value stays where it fits. */
export const changeCondition = (
  condition: SingleCondition,
  change: { table?: QueryTableName; name?: string; option?: QueryOption },
): SingleCondition => {
  const kindIn = ({ table, name }: Pick<SingleCondition, 'table' | 'name'>) =>
    table === undefined ? undefined : columnOf(table, name)?.kind
  const next = { ...condition, ...change }
  const kind = kindIn(next) ?? 'text'
  const option = optionsOf(kind).includes(next.option) ? next.option : '='
  const { value, ...rest } = next
  const fits =
    takesOf(option) === takesOf(condition.option) && kind === kindIn(condition) && next.name === condition.name
  return { ...rest, option, ...(fits && value !== undefined ? { value } : {}) }
}

const FILLED: Record<QueryKind, (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string' && value !== '',
  integer: (value) => Number.isSafeInteger(value),
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  time: (value) => typeof value === 'string' && value !== '',
  day: (value) => typeof value === 'string' && value !== '',
}

/** True when a condition has all the values its comparison takes. */
export const isFilled = ({ table, name, option, value }: SingleCondition): boolean => {
  const takes = takesOf(option)
  const kind = table === undefined ? undefined : columnOf(table, name)?.kind
  if (takes === 'none' || kind === undefined) return true
  const values = Array.isArray(value) ? value : value === undefined ? [] : [value]
  return values.length >= (takes === 'two' ? 2 : 1) && values.every(FILLED[kind])
}

/** What is missing before the query can be sent; null = nothing. */
export const lackOf = (draft: QueryDraft): { part: 'columns'; at: number } | { part: 'value'; at: number } | null => {
  const bare = draft.select.findIndex(({ columns }) => columns.length === 0)
  if (bare >= 0) return { part: 'columns', at: bare }
  const empty = draft.where.single_table.findIndex((condition) => !isFilled(condition))
  return empty >= 0 ? { part: 'value', at: empty } : null
}
