import type { DeviceLogFilter, DeviceLogResult, DeviceLogSource } from '@heatfleet/contract/device-log/device-log.ts'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { deviceSearched } from '../../platform/device-search.ts'
import { devicesOfAgent } from '../../platform/distributor-path.ts'
import { ofDevices } from '../../platform/few-or-many.ts'
import { type ListPart, readPage } from '../../platform/list-page.ts'
import { every, isEverything, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { hasText, unitsNamedBy } from './named-units.ts'
import { type Condition, type LogView, type Source, sourcesOf } from './store-sources.ts'
import { saysText } from './store-text.ts'

type Db = Kysely<Tables>

type LogQuery = { filter: DeviceLogFilter; count_max: number }

/** What a filter means, over `devices`; nothing = every unit. */
export const conditionsOf = async (
  db: Db,
  view: LogView,
  { macs, search, product_key, agent_id, include_lower }: DeviceLogFilter,
): Promise<Condition[]> => {
  const all: (Condition | null)[] = [
    isEverything(view.device) ? null : withinScope(view.device, 'devices'),
    macs === undefined || macs.length === 0 ? null : sql<SqlBool>`devices.mac = any(${macs}::text[])`,
    search === undefined || search === '' ? null : deviceSearched(search),
    product_key === undefined || product_key === '' ? null : sql<SqlBool>`devices.product_key = ${product_key}`,
    agent_id === undefined ? null : await devicesOfAgent(db, view.agent, { agent_id, include_lower }),
  ]
  return all.filter((condition) => condition !== null)
}

export type LogRow = {
  /** The place behind which a file goes on. */
  place: string
  at: Date
  rank: number
  kind: string
  operator: string
  source: DeviceLogSource
  result: DeviceLogResult | null
  trace_id: string
  device_id: number
  detail: Record<string, unknown>
  mac: string
  device_name: string
  product_key: string
  product_name: string
  product_english_name: string
  agent_name: string | null
}

/** Entries behind a place, in the order of the log. */
const behind = ({ rank, at, id }: Source, place: string | null): Condition | null => {
  const [moment, before_rank = '0', before_id = '0'] = place?.split('|') ?? []
  if (moment === undefined) return null
  const last = sql`${moment}::timestamptz`
  if (rank < Number(before_rank)) return sql<SqlBool>`${at} <= ${last}`
  if (rank > Number(before_rank)) return sql<SqlBool>`${at} < ${last}`
  return sql<SqlBool>`(${at}, ${id}) < (${last}, ${before_id}::bigint)`
}

const resultOf = ({ results = {} }: Source) => {
  const known = Object.entries(results).map(([result, is]) => sql`when ${is} then ${sql.lit(result)}`)
  return known.length === 0 ? sql`null::text` : sql`case ${sql.join(known, sql` `)} end`
}

/** Which entries say the text of a filter; null = none can, because no few units are named. No index has what entries say. */
const textOf = async (db: Db, filter: DeviceLogFilter): Promise<((source: Source) => Condition | null) | null> => {
  if (!hasText(filter)) return () => null
  const macs = unitsNamedBy(filter)
  return macs.length === 0 ? null : saysText(db, macs, filter.text ?? '')
}

/** A part of the log of units in scope, the newest first. Each table gives no more than the part needs, by its index. */
export const listLog = async <Part extends ListPart>(db: Db, view: LogView, query: LogQuery, part: Part) => {
  const { from, to, result } = query.filter
  const conditions = await conditionsOf(db, view, query.filter)
  const ofUnits = conditions.length === 0 ? null : await ofDevices(db, every(...conditions))
  const says = await textOf(db, query.filter)
  const sources =
    says === null
      ? []
      : sourcesOf(view).filter(({ results }) => result === undefined || results?.[result] !== undefined)
  const branches = (limit: number, place: string | null, ordered: boolean) =>
    sql.join(
      sources.map((source) => {
        const { rank, id, at, kind, operator, detail, device, where } = source
        const matches = every(
          ofUnits?.(device) ?? null,
          where ?? null,
          result === undefined ? null : (source.results?.[result] ?? null),
          says?.(source) ?? null,
          from === undefined ? null : sql<SqlBool>`${at} >= ${new Date(from)}`,
          to === undefined ? null : sql<SqlBool>`${at} <= ${new Date(to)}`,
          behind(source, place),
        )
        const columns = ordered
          ? sql`${sql.lit(rank)}::int as rank, ${id} as id, ${at} as at, ${sql.ref(device)} as device_id, ${kind} as kind,
              ${operator} as operator, ${source.source} as source, ${resultOf(source)} as result,
              ${source.trace_id ?? sql`''`} as trace_id, ${detail} as detail`
          : sql`1 as one`
        const order = ordered ? sql`order by ${at} desc, ${id} desc` : sql``
        return sql`(select ${columns} from ${source.from} where ${matches} ${order} limit ${limit})`
      }),
      sql` union all `,
    )
  return readPage<LogRow, Part>(
    {
      count: async () => {
        if (sources.length === 0) return 0
        const limit = query.count_max + 1
        const { rows } = await sql<{ n: number }>`select count(*)::int as n
          from (select 1 from (${branches(limit, null, false)}) found limit ${limit}) counted`.execute(db)
        return rows[0]?.n ?? 0
      },
      read: async (one) => {
        if (sources.length === 0) return []
        const offset = 'after' in one ? 0 : one.offset
        const place = 'after' in one ? one.after : null
        const { rows } = await sql<LogRow>`select
            to_char(entries.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '|' || entries.rank || '|' || entries.id
              as place,
            entries.at, entries.rank, entries.kind, entries.operator, entries.source, entries.result, entries.trace_id,
            entries.device_id, entries.detail, devices.mac, devices.device_name,
            devices.product_key, products.name as product_name, products.english_name as product_english_name,
            distributors.agent_name
          from (select * from (${branches(offset + one.limit, place, true)}) found
            order by at desc, rank desc, id desc offset ${offset} limit ${one.limit}) entries
            join devices on devices.device_id = entries.device_id
            join products on products.product_key = devices.product_key
            left join distributors on distributors.agent_id = devices.agent_id
          order by entries.at desc, entries.rank desc, entries.id desc`.execute(db)
        return rows
      },
    },
    part,
  )
}
