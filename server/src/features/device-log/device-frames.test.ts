import { api } from '@heatfleet/contract/api.ts'
import type { DeviceLogFilter } from '@heatfleet/contract/device-log/device-log.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { compactionFixture, numbered } from '../../../test/compaction-fixture.ts'
import { fileOf, outcomeOf } from '../../../test/export-steps.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { createMovedClock } from '../../../test/moved-clock.ts'
import { codeOf } from '../../../test/refusals.ts'
import { reportBytes } from '../../../test/report-bytes.ts'
import type { SmallAccount } from '../../../test/small-fleet.ts'
import { compactDuePartitions } from '../../compaction/compact-partition.ts'
import { mergeDueMonths } from '../../compaction/merge-months.ts'
import { ensurePartitions, partitionOf } from '../../ingest/partitions.ts'

const { database, fleet, as } = useFleetConsole()
const fixture = compactionFixture(database)
const log = pino({ level: 'silent' })
const [MINUTE, HOUR] = [60_000, 3_600_000]
const NOON = Date.UTC(2026, 10, 20, 12)
/** Register addresses of the built-in product, whose values are tenths. */
const [T_IN, T_OUT] = [14, 18]
const unit = (index = 1) => {
  const found = fleet.devices[index]
  if (found === undefined) throw new Error('the fleet has six units')
  return found
}
const PERIOD = { from: new Date(NOON - HOUR).toISOString(), to: new Date(NOON + HOUR).toISOString() }

const report = async (device_id: number, at_ms: number, seq: number): Promise<void> => {
  await ensurePartitions(database.pool, [partitionOf(at_ms, 'day')])
  const raw = numbered(reportBytes(at_ms, { [T_IN]: 300 + seq, [T_OUT]: 350 }), seq)
  await fixture.store(device_id, at_ms, raw, fleet.layout_id)
}
const list = async (account: SmallAccount, filter: Partial<DeviceLogFilter>, page = { pageNo: 1, size: 99 }) =>
  (await as(account))(api.deviceLogList, { query: page, body: { ...PERIOD, ...filter } })
const frame = async (account: SmallAccount, entry_id: string, mac = unit().mac) =>
  (await as(account))(api.deviceFrame, { body: { mac, entry_id } })
const minutesOf = (entries: readonly { at: string; mac: string }[]) =>
  entries.map(({ at, mac }) => `${(Date.parse(at) - NOON) / MINUTE} ${mac === unit().mac ? 'A' : 'B'}`)

beforeAll(async () => {
  for (const minute of [0, 1, 2]) await report(unit().device_id, NOON + minute * MINUTE, minute + 1)
  await report(unit(2).device_id, NOON + MINUTE, 7)
  // Sent twice: one report.
  await report(unit().device_id, NOON + MINUTE, 2)
})

const compact = async (merge: boolean) => {
  const connection = await database.pool.connect()
  try {
    const deps = { sql: connection, clock: createMovedClock(NOON + 90 * 24 * HOUR), log, compact_after_ms: HOUR }
    await compactDuePartitions(deps)
    if (merge) await mergeDueMonths(deps)
  } finally {
    connection.release(true)
  }
}

describe.each(['in the hot table', 'in segments of days', 'in the segment of a month'])('reports %s', (where) => {
  beforeAll(async () => {
    if (where !== 'in the hot table') await compact(where === 'in the segment of a month')
    const { rows } = await database.pool.query<{ days: number; months: number }>(
      `select (select count(*)::int from report_chunks) as days,
        (select count(*)::int from report_months) + (select count(*)::int from report_month_parts) as months`,
    )
    const [{ days, months } = { days: -1, months: -1 }] = rows
    expect([days > 0, months > 0]).toEqual([where === 'in segments of days', where === 'in the segment of a month'])
  })

  it('are listed of named units, the newest first, each once', async () => {
    const macs = [unit().mac, unit(2).mac]
    const { list: entries, total, needs_units } = await list('admin', { type: 'report', macs })
    expect(minutesOf(entries)).toEqual(['2 A', '1 B', '1 A', '0 A'])
    expect([total, needs_units]).toEqual([4, false])
    expect(entries[0]).toMatchObject({
      kind: 'report',
      source: 'device',
      result: 'ok',
      detail: { report: 'cyclic', seq: 3, registers: 5 },
    })
    const pages = []
    for (const pageNo of [1, 2, 3])
      pages.push(...(await list('admin', { type: 'report', macs }, { pageNo, size: 2 })).list)
    expect(minutesOf(pages)).toEqual(minutesOf(entries))
  })

  it('are decoded once more, point by point, by the version they came under', async () => {
    const { list: entries } = await list('admin', { type: 'report', search: unit().mac })
    const [newest] = entries
    const decoded = await frame('admin', newest?.entry_id ?? '')
    expect(decoded).toMatchObject({
      channel: 'blk',
      unreadable: null,
      report: { seq: 3, type: 'cyclic', time: new Date(NOON + 2 * MINUTE).toISOString(), rssi_dbm: -70 },
      version: { product_key: fleet.product_key },
      version_now: null,
    })
    expect(decoded.hex).toMatch(/^485001/)
    const point = (key: string) => decoded.points.find((one) => one.key === key)
    expect(point('t_in')).toMatchObject({ value: 30.3, words: '012f', register: { fn: 3, address: T_IN } })
    expect(point('t_out')).toMatchObject({ value: 35, words: '015e' })
    // Registers that are not in the frame are no points of it.
    expect(
      decoded.points.every(
        ({ register }) => register === null || (register.address >= T_IN && register.address <= T_OUT),
      ),
    ).toBe(true)
  })
})

describe('reports', () => {
  it('are asked for of units, and of not too many', async () => {
    const many = Array.from({ length: LIMITS.device_log_report_units_max + 1 }, (_, at) => `a4c10000000${at}`)
    const needs = async (filter: Partial<DeviceLogFilter>) =>
      (await list('admin', { type: 'report', ...filter })).needs_units
    expect([await needs({}), await needs({ search: 'villa' }), await needs({ macs: many })]).toEqual([true, true, true])
    expect((await list('admin', { type: 'report', macs: many })).total).toBe(0)
  })

  it('are not among other entries, and have no failed ones', async () => {
    expect((await list('admin', { macs: [unit().mac] })).list.map(({ kind }) => kind)).not.toContain('report')
    expect((await list('admin', { type: 'report', macs: [unit().mac], result: 'failed' })).total).toBe(0)
  })

  it('of units out of scope are not listed, nor their frames decoded', async () => {
    const { list: entries } = await list('admin', { type: 'report', macs: [unit().mac] })
    expect((await list('province_b', { type: 'report', macs: [unit().mac] })).total).toBe(0)
    const entry_id = entries[0]?.entry_id ?? ''
    expect(await codeOf(frame('province_b', entry_id))).toBe('device_not_found')
    // A frame of one unit is none of another.
    expect(await codeOf(frame('admin', entry_id, unit(2).mac))).toBe('not_found')
    expect(await codeOf(frame('admin', '2026-11-20T12:00:00.000000Z|2|1'))).toBe('not_found')
    expect(await codeOf(frame('admin', 'nonsense'))).toBe('not_found')
    expect(await codeOf(frame('county_a11', entry_id))).toBe('no_permission')
  })

  it('are written to a file', async () => {
    const call = await as('admin')
    const { export_id } = await call(api.exportCreate, {
      body: {
        kind: 'device-log',
        format: 'csv',
        file_name: 'reports',
        time_zone: 'UTC',
        language: 'en',
        columns: ['at', 'mac', 'kind', 'source', 'result', 'trace_id', 'detail'],
        filter: { ...PERIOD, type: 'report', macs: [unit().mac], include_lower: true },
      },
    })
    expect(await outcomeOf(call, export_id)).toMatchObject({ state: 'done' })
    const lines = (await fileOf(call, export_id)).trim().split('\n')
    expect(lines).toHaveLength(4)
    expect(lines[1]).toContain('"Device","Done"')
  })
})

describe('a version that came later', () => {
  it('reads the frame beside the one it came under', async () => {
    const { list: entries } = await list('admin', { type: 'report', macs: [unit().mac] })
    await sql`with newer as (
        insert into product_versions (product_key, version, points, poll_blocks, settings, published_at)
        select product_key, version + 1, (select jsonb_agg(case when p->>'key' = 't_in'
          then p || '{"formulas": {"read": "raw*0.01", "write": null, "display": null}}' else p end) from jsonb_array_elements(points) p),
          poll_blocks, settings, now() from product_versions where layout_id = ${fleet.layout_id} returning layout_id, product_key)
      update products set layout_id = newer.layout_id from newer where products.product_key = newer.product_key`.execute(
      database.db,
    )
    const decoded = await frame('admin', entries[0]?.entry_id ?? '')
    expect(decoded.version_now?.version).toBe((decoded.version?.version ?? 0) + 1)
    const point = (key: string) => decoded.points.find((one) => one.key === key)
    expect(point('t_in')).toMatchObject({ value: 30.3, value_now: 3.03 })
    expect(point('t_out')).toMatchObject({ value: 35, value_now: 35 })
    await sql`update products set layout_id = ${fleet.layout_id} where product_key = ${fleet.product_key}`.execute(
      database.db,
    )
  })
})

describe('frames that were not stored, and frames of a capture', () => {
  const raw = reportBytes(NOON, { [T_OUT]: 412 })
  beforeAll(async () => {
    const broken = Buffer.from(raw)
    broken[20] = (broken[20] ?? 0) ^ 0xff
    await sql`insert into dead_letters (at, mac, topic, reason, payload)
      values (${new Date(NOON)}, ${unit().mac}, 'blk', 'bad_crc', ${broken})`.execute(database.db)
    await sql`insert into device_captures (device_id, started_at, ends_at)
      values (${unit().device_id}, ${new Date(NOON)}, ${new Date(NOON + HOUR)})`.execute(database.db)
    await sql`insert into device_capture_frames (device_id, frame_no, at, direction, channel, payload) values
      (${unit().device_id}, 1, ${new Date(NOON + 1_000)}, 'up', 'blk', ${raw}),
      (${unit().device_id}, 2, ${new Date(NOON + 2_000)}, 'down', 'cmd', ${Buffer.from('{"id":"s-1"}')})`.execute(
      database.db,
    )
  })

  it('are entries of the log, for those who may see raw frames', async () => {
    const { list: entries } = await list('admin', { type: 'raw' })
    expect(entries.map(({ kind, source, detail }) => [kind, source, detail])).toEqual([
      ['frame_down', 'system', { channel: 'cmd', bytes: 12 }],
      ['frame_up', 'device', { channel: 'blk', bytes: raw.length }],
    ])
    expect((await list('county_a11', { type: 'raw' })).total).toBe(0)
    expect((await list('province_b', { type: 'raw' })).total).toBe(0)
  })

  it('are decoded once more, or say why they cannot be', async () => {
    const [down, up] = (await list('admin', { type: 'raw' })).list
    const captured = await frame('city_a1', up?.entry_id ?? '')
    expect(captured.points.find(({ key }) => key === 't_out')?.value).toBe(41.2)
    expect(await frame('city_a1', down?.entry_id ?? '')).toMatchObject({
      channel: 'cmd',
      report: null,
      unreadable: null,
      points: [],
    })
    const [error] = (await list('admin', { type: 'error' })).list
    expect(await frame('city_a1', error?.entry_id ?? '')).toMatchObject({
      unreadable: 'bad_crc',
      report: null,
      bytes: raw.length,
    })
    expect(await codeOf(frame('admin', error?.entry_id ?? '', unit(2).mac))).toBe('not_found')
  })
})
