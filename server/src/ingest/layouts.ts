import { DataPoint } from '@heatfleet/contract/products/points.ts'
import { PollBlock } from '@heatfleet/contract/products/products.ts'
import { RecordTable } from '@heatfleet/contract/products/record-tables.ts'
import { AlarmDefault, FAULT_SEVERITIES, WriteSequence } from '@heatfleet/contract/products/settings.ts'
import { compileDecoder, type Decoder } from '@heatfleet/modbus/decoder.ts'
import type pg from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import { type AlarmRule, alarmRulesOf } from './alarm-rules.ts'
import { FLOW_KEY } from './flow-temperature.ts'

/** Decodes some points, in the order of `keys`. `buffer` takes them: one for all reports, each of which is evaluated before the next. */
export type StateReader = Pick<Decoder, 'keys' | 'decodeInto'> & { buffer: Float64Array }

/** A version of a product, ready to decode with. */
export type Layout = {
  layout_id: number
  product_key: string
  /** When it was published, unix ms; null = never, as a copy for trials. */
  published_ms: number | null
  points: ReadonlyMap<string, DataPoint>
  poll_blocks: readonly PollBlock[]
  decoder: Pick<Decoder, 'decode'>
  /** Decodes the points of the alarm rules and the flow temperature. Runs for every report. */
  state_reader: StateReader
  /** When a fault is an alarm, by the product's alarm defaults; in the product's order. */
  alarm_rules: readonly AlarmRule[]
  /** Points that only installers see. */
  installer_keys: readonly string[]
  /** What boards want around a value, by the name that points give. */
  write_sequences: readonly WriteSequence[]
  /** Repeated records of the board. */
  record_tables: readonly RecordTable[]
}

const LayoutRow = z.object({
  layout_id: z.number(),
  product_key: z.string(),
  published_ms: z.number().nullable(),
  points: z.array(DataPoint),
  poll_blocks: z.array(PollBlock),
  alarm_defaults: z.array(AlarmDefault),
  write_sequences: z.array(WriteSequence).nullable(),
  record_tables: z.array(RecordTable).nullable(),
  /** Severities of the codes of the product's fault sets; an own entry takes precedence over a built-in one, then the first set. */
  severities: z.array(z.tuple([z.string(), z.enum(FAULT_SEVERITIES)])),
})

/** The versions in use of these products. A product without a version is left out. */
export const loadLayouts = async (
  sql: Pick<pg.Pool, 'query'>,
  log: Logger,
  product_keys: readonly string[],
): Promise<Layout[]> => {
  const { rows } = await sql.query(
    `${LAYOUT_COLUMNS} from products p join product_versions v on v.layout_id = p.layout_id
     where p.product_key = any($1)`,
    [product_keys],
  )
  return rows.map((row) => toLayout(LayoutRow.parse(row), log))
}

/** A version that was replaced by another: `until_ms` = when that was published, unix ms. */
export type FormerLayout = { layout: Layout; until_ms: number }

/** The version of a product that was in use at a time (unix ms); null = none was published before that time. */
export const loadFormerLayout = async (
  sql: Pick<pg.Pool, 'query'>,
  log: Logger,
  product_key: string,
  at_ms: number,
): Promise<FormerLayout | null> => {
  const { rows } = await sql.query<{ until_ms: number | null }>(
    `${LAYOUT_COLUMNS}, (select extract(epoch from min(later.published_at)) * 1000 from product_versions later
         where later.product_key = v.product_key and later.published_at > v.published_at)::float8 as until_ms
     from product_versions v where v.product_key = $1 and v.published_at <= to_timestamp($2::float8 / 1000)
     order by v.published_at desc, v.layout_id desc limit 1`,
    [product_key, at_ms],
  )
  const [row] = rows
  if (row === undefined) return null
  return { layout: toLayout(LayoutRow.parse(row), log), until_ms: row.until_ms ?? Number.POSITIVE_INFINITY }
}

const LAYOUT_COLUMNS = `select v.layout_id, v.product_key, (extract(epoch from v.published_at) * 1000)::float8 as published_ms, v.points, v.poll_blocks, v.settings -> 'alarm_defaults' as alarm_defaults,
       v.settings -> 'write_sequences' as write_sequences, v.settings -> 'record_tables' as record_tables,
       coalesce((select jsonb_agg(jsonb_build_array(code, severity)) from (
         select distinct on (f.code) f.code, f.severity
         from jsonb_array_elements_text(v.settings -> 'fault_sets') with ordinality as sets (set_name, place)
         join fault_codes f using (set_name)
         order by f.code, f.built_in, place) first_of_each), '[]') as severities`

const NO_DECODER = { decode: () => ({}) }

/** The reader of some points of a product version; of nothing where the version does not compile. */
export const compileStateReader = (points: readonly DataPoint[], only: readonly string[]): StateReader => {
  const compiled = compileDecoder(points, { only })
  const { keys, decodeInto } = compiled.ok ? compiled.decoder : { keys: [], decodeInto: () => {} }
  return { keys, decodeInto, buffer: new Float64Array(keys.length) }
}

const toLayout = (row: z.infer<typeof LayoutRow>, log: Logger): Layout => {
  const { layout_id, product_key, published_ms, points, poll_blocks, alarm_defaults, severities } = row
  const compiled = compileDecoder(points)
  // Raw frames are stored all the same: they decode once the definition is corrected.
  if (!compiled.ok) log.error({ layout_id, product_key, faults: compiled.faults }, 'product version does not compile')
  const alarm_rules = alarmRulesOf(points, alarm_defaults, new Map(severities))
  const state_keys = new Set([FLOW_KEY, ...alarm_rules.map(({ key }) => key)])
  const only = points.map(({ key }) => key).filter((key) => state_keys.has(key))
  return {
    layout_id,
    product_key,
    published_ms,
    points: new Map(points.map((point) => [point.key, point])),
    poll_blocks,
    decoder: compiled.ok ? compiled.decoder : NO_DECODER,
    state_reader: compileStateReader(points, only),
    alarm_rules,
    installer_keys: points.filter(({ visible }) => visible === 'installer').map(({ key }) => key),
    write_sequences: row.write_sequences ?? [],
    record_tables: row.record_tables ?? [],
  }
}
