import { NO_FLAGS, type Report } from '@heatfleet/contract/device-protocol/report.ts'
import { encodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import type { ExportRequestOf } from '@heatfleet/contract/exports/exports.ts'
import type { HistoryExportFilter } from '@heatfleet/contract/history/history.ts'
import { decodeBlocks } from '@heatfleet/modbus/decode.ts'
import type { Block } from '@heatfleet/modbus/point.ts'
import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { compactionFixture } from '../../../test/compaction-fixture.ts'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import { createMovedClock } from '../../../test/moved-clock.ts'
import { blockOf } from '../../../test/report-bytes.ts'
import type { SmallAccount } from '../../../test/small-fleet.ts'
import type { Caller } from '../../caller.ts'
import { compactDuePartitions } from '../../compaction/compact-partition.ts'
import { ensurePartitions, partitionOf } from '../../ingest/partitions.ts'
import { csvCell } from '../exports/cell-text.ts'
import { writePages } from '../exports/write-pages.ts'
import { createLayouts, type Layouts } from '../products/public.ts'
import { findCallerOfAccount } from '../session/public.ts'
import { historyExport } from './export-history.ts'
import { readHistory } from './read-history.ts'

const [MINUTE, DAY] = [60_000, 86_400_000]
const START = Date.UTC(2026, 9, 24)
const DAYS = 3
/** Register addresses of the built-in product; its board reports 32,767 for a missing sensor. */
const [HOURS, COP, T_IN, T_OUT, FLOW, MISSING] = [0, 1, 14, 18, 24, 32_767]
const POINTS = ['t_in', 't_out', 'dt_water', 'flow', 'cop_now', 'hours_comp', 'no_such_point']
const ZONE = 'Europe/Warsaw' // its clocks are set back within these days

const database = useDatabase()
const fixture = compactionFixture(database)
const log = pino({ level: 'silent' })
let layouts: Layouts
let accounts: Record<SmallAccount, number>
let devices: { device_id: number; mac: string }[]
/** All that was sent, and under which version. */
const sent: { device: number; at_ms: number; layout_id: number; blocks: Block[] }[] = []

/** A number below `limit`, always the same of a moment. */
const chance = (moment: number, limit: number): number => (Math.imul(moment + 77, 0x85eb_ca6b) >>> 8) % limit

/** Reports of a board: cold and warm, broken sensors, blocks not requested or not answered. */
const blocksAt = (moment: number): Block[] => {
  const own = blockOf({
    [T_IN]: chance(moment, 9) === 0 ? MISSING : chance(moment, 1_200) - 400,
    [T_OUT]: chance(moment + 5, 1_000) - 300,
    [FLOW]: chance(moment + 9, 4_000),
  })
  const slow = blockOf({ [HOURS]: Math.floor(moment / 7), [COP]: chance(moment, 700) })
  const silent: Block = { ...own, status: 0xe0, data: new Uint8Array() }
  return [...(chance(moment, 13) === 0 ? [silent] : [own]), ...(moment % 3 === 0 ? [slow] : [])]
}

const store = async (device: number, minute: number, layout_id: number): Promise<void> => {
  const at_ms = START + minute * MINUTE + chance(minute, 60) * 1_000
  const blocks = minute % 31 === 0 ? [] : blocksAt(minute * 5 + device)
  await ensurePartitions(database.pool, [partitionOf(at_ms, 'day')])
  const head = { type: 1 as const, seq: minute, ts: at_ms / 1_000, flags: NO_FLAGS, rssi_dbm: -70, csq: null }
  const report: Report = { ...head, blocks }
  const raw = Buffer.from(encodeReport(report))
  await fixture.store(devices[device]?.device_id ?? 0, at_ms, raw, layout_id)
  if (minute % 11 === 0) await fixture.store(devices[device]?.device_id ?? 0, at_ms, raw, layout_id) // sent twice
  sent.push({ device, at_ms, layout_id, blocks })
}

const pack = async (now_ms: number): Promise<void> => {
  const sql = await database.pool.connect()
  try {
    await compactDuePartitions({ sql, log, compact_after_ms: 0, clock: createMovedClock(now_ms) })
  } finally {
    sql.release(true)
  }
}

beforeAll(async () => {
  const fleet = await seedSmallFleet(database.db)
  layouts = createLayouts({ database })
  accounts = fleet.accounts
  devices = fleet.devices.slice(0, 2)
  const { rows } = await database.pool.query<{ layout_id: number }>(
    `insert into product_versions (product_key, version, points, poll_blocks, settings, published_at)
     select product_key, version + 1,
       (select jsonb_agg(case when point ->> 'key' = 't_out' then jsonb_set(point, '{formulas,read}', '"raw/3"') else point end)
        from jsonb_array_elements(points) point), poll_blocks, settings, published_at
     from product_versions where layout_id = $1 returning layout_id`,
    [fleet.layout_id],
  )
  const versionAt = (minute: number): number =>
    minute % 1_440 < 700 ? fleet.layout_id : (rows[0]?.layout_id ?? fleet.layout_id)
  // The first days lie packed, in parts and with what came late; the last one, and the latest of the late, as it came.
  const minutes = Array.from({ length: (DAYS * 1_440) / 7 }, (_, at) => at * 7)
  const storeAll = async (chosen: (minute: number) => boolean): Promise<void> => {
    for (const device of [0, 1])
      for (const minute of minutes.filter(chosen)) await store(device, minute, versionAt(minute))
  }
  await storeAll((minute) => minute % 5 > 1)
  await pack(START + (DAYS - 0.9) * DAY)
  await storeAll((minute) => minute % 5 === 1)
  await pack(START + (DAYS - 0.9) * DAY)
  await storeAll((minute) => minute % 5 === 0)
}, 120_000)

const filterOf = (part: Partial<HistoryExportFilter> = {}): HistoryExportFilter => ({
  macs: devices.map(({ mac }) => mac),
  points: POINTS,
  from: new Date(START + 20 * MINUTE).toISOString(),
  to: new Date(START + DAYS * DAY - 3 * MINUTE).toISOString(),
  aggregate: 'auto',
  resolution: 'raw',
  split: 'none',
  ...part,
})

const callerOf = async (account: SmallAccount): Promise<Caller> => {
  const caller = await findCallerOfAccount({ database, clock: createMovedClock(Date.now()) }, accounts[account])
  if (caller === null) throw new Error(`${account} is in force`)
  return caller
}

/** The file the product writes, in pages so small that there are many. */
const fileOf = async (filter: HistoryExportFilter, readCaller = () => callerOf('admin')): Promise<string> => {
  const deps = { database, clock: createMovedClock(START + DAYS * DAY), log, layouts, hot_rows: 60, page_reports: 50 }
  const source = historyExport(deps)
  if (!('stream' in source)) throw new Error('history comes in columns')
  const request: ExportRequestOf<'device-history'> = {
    kind: 'device-history',
    format: 'csv',
    file_name: 'x',
    time_zone: ZONE,
    language: 'en',
    columns: ['mac', 'time', ...POINTS],
    filter,
  }
  const file = { ...request, columns: request.columns.map((key) => ({ key, title: key })) }
  const pieces: Buffer[] = []
  for await (const bytes of writePages(file, source.stream(readCaller, request))) pieces.push(Buffer.from(bytes))
  return Buffer.concat(pieces).toString()
}

type Line = { mac: string; at_ms: number; values: (number | null)[] }

const textOf = (lines: readonly Line[]): string => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'medium' })
  const cells = lines.map(({ mac, at_ms, values }) => [mac, format.format(at_ms), ...values].map(csvCell))
  const header = ['mac', 'time', ...POINTS].map(csvCell)
  return `\uFEFF${[header, ...cells].map((line) => `${line.join(',')}\r\n`).join('')}`
}

const sixDecimals = (value: number | undefined): number | null =>
  value === undefined ? null : Math.round(value * 1e6) / 1e6

describe('a file of history is letter by letter the plain one', () => {
  it('of what was sent, read point by point under the version it came with', async () => {
    const [from_ms, to_ms] = [filterOf().from, filterOf().to].map((time) => Date.parse(time)) as [number, number]
    const lines: Line[] = []
    for (const [index, { mac }] of devices.entries()) {
      const own = sent.filter(({ device, at_ms }) => device === index && at_ms >= from_ms && at_ms < to_ms)
      for (const { at_ms, layout_id, blocks } of own.sort((one, other) => one.at_ms - other.at_ms)) {
        const read = decodeBlocks((await layouts.find(layout_id))?.points ?? [], blocks)
        const values = POINTS.map((key) => sixDecimals(read[key]))
        if (values.some((value) => value !== null)) lines.push({ mac, at_ms, values })
      }
    }
    expect(lines.length).toBeGreaterThan(1_000)
    expect(await fileOf(filterOf())).toBe(textOf(lines))
  })

  const reduced = (['1m', '5m', '1h', 'day'] as const).flatMap((resolution) =>
    (['auto', 'average', 'min', 'max', 'first', 'last', 'sum', 'time_weighted', 'difference'] as const).map(
      (aggregate) => [resolution, aggregate] as const,
    ),
  )
  it.each(reduced)('of what the screen shows: each %s its %s', async (resolution, aggregate) => {
    const filter = filterOf({ resolution, aggregate })
    const deps = { database, clock: createMovedClock(START + DAYS * DAY), log, layouts }
    const lines: Line[] = []
    for (const { mac } of devices) {
      const request = { ...filter, macs: [mac], time_zone: ZONE, width_px: 4_000, quality: false }
      const { series, truncated } = await readHistory(deps, await callerOf('admin'), request)
      expect(truncated).toBe(false)
      const times = [...new Set(series.flatMap(({ t }) => t))].sort((one, other) => one - other)
      for (const at_ms of times)
        lines.push({
          mac,
          at_ms,
          values: series.map(({ t, v }) => (t.includes(at_ms) ? (v[t.indexOf(at_ms)] ?? null) : null)),
        })
    }
    const shown = lines.filter(({ values }) => values.some((value) => value !== null))
    expect(await fileOf(filter)).toBe(textOf(shown))
  })
})

it('an export stops when the caller loses access to the device', async () => {
  let request = 0
  const loseUnit = () => callerOf(++request > 5 ? 'province_b' : 'admin')
  await expect(fileOf(filterOf(), loseUnit)).rejects.toMatchObject({ code: 'device_not_found' })
  expect(request).toBe(6)
})
