import type { Api } from '@heatfleet/contract/api.ts'
import type { HistoryQuestion } from '@heatfleet/contract/history/history.ts'
import { INITIAL_SETTINGS } from '@heatfleet/contract/products/settings.ts'
import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import { createMovedClock } from '../../../test/moved-clock.ts'
import { reportBytes } from '../../../test/report-bytes.ts'
import { signIn } from '../../../test/sign-in.ts'
import type { SmallAccount, SmallFleet } from '../../../test/small-fleet.ts'
import { compactDuePartitions } from '../../compaction/compact-partition.ts'
import type { CallOf } from '../../handler.ts'
import { ensurePartitions } from '../../ingest/partitions.ts'
import { createLayouts, type Layouts } from '../products/public.ts'
import { historyHandlers } from './handlers.ts'
import { type History, readHistory } from './read-history.ts'

const START = Date.UTC(2026, 10, 20, 8)
const MINUTE = 60_000
const PLAIN = { width_px: 1_000, aggregate: 'auto', time_zone: 'UTC', quality: false } as const
/** Register addresses of the built-in product. */
const [T_IN, T_OUT, U_AC, I_AC] = [14, 18, 23, 26]

describe('history on the database', () => {
  const database = useDatabase()
  const clock = createMovedClock(START + 60 * MINUTE)
  const log = pino({ level: 'silent' })
  let fleet: SmallFleet
  let layouts: Layouts
  let second_layout: number
  let device: SmallFleet['devices'][number]

  const insert = async (device_id: number, minute: number, layout_id: number, words: Record<number, number>) => {
    const at = new Date(START + minute * MINUTE)
    await database.db
      .insertInto('report_hot')
      .values({ device_id, at, layout_id, raw: reportBytes(at.getTime(), words) })
      .execute()
  }
  const callOf = async (account: SmallAccount) => {
    const { caller } = await signIn({ database, clock }, fleet.accounts[account])
    const origin = { address: '127.0.0.1', user_agent: 'test', request_id: 'r' }
    const { signal } = new AbortController()
    return { caller, ...origin, note: () => {}, signal } satisfies CallOf<Api['historyData']>
  }
  const queryHistory = async (account: SmallAccount, question: Partial<HistoryQuestion>) => {
    const { pieces } = await historyHandlers({ database, clock, log, layouts }).historyData(
      {
        params: undefined,
        query: undefined,
        body: {
          macs: [device.mac],
          points: ['t_out'],
          from: new Date(START).toISOString(),
          to: new Date(START + 60 * MINUTE).toISOString(),
          resolution: 'auto',
          width_px: 1_000,
          aggregate: 'auto',
          time_zone: 'UTC',
          quality: false,
          ...question,
        },
      },
      await callOf(account),
    )
    return JSON.parse(pieces.join('')) as History
  }

  beforeAll(async () => {
    fleet = await seedSmallFleet(database.db)
    layouts = createLayouts({ database })
    device = fleet.devices[2] as typeof device // A11: the fleet has six
    await database.pool.query(
      `create table report_hot_20261120 partition of report_hot for values from ('2026-11-20 00:00+00') to ('2026-11-21 00:00+00')`,
    )
    const first = await layouts.find(fleet.layout_id)
    const points = (first?.points ?? []).map((point) =>
      point.key === 't_out' ? { ...point, formulas: { ...point.formulas, read: 'raw' } } : point,
    )
    const made = await database.db
      .insertInto('product_versions')
      .values({
        product_key: fleet.product_key,
        version: 2,
        points: JSON.stringify(points),
        poll_blocks: JSON.stringify(first?.poll_blocks),
        settings: JSON.stringify(INITIAL_SETTINGS),
        published_at: new Date(START),
      })
      .returning('layout_id')
      .executeTakeFirstOrThrow()
    second_layout = made.layout_id
    for (let minute = 0; minute < 5; minute++)
      await insert(device.device_id, minute, fleet.layout_id, { [T_IN]: 300, [T_OUT]: 350 + minute })
    for (let minute = 5; minute < 8; minute++)
      await insert(device.device_id, minute, second_layout, { [T_IN]: 300, [T_OUT]: 35 + minute })
    // QoS 1 delivers again.
    await insert(device.device_id, 7, second_layout, { [T_IN]: 300, [T_OUT]: 42 })
    await insert(device.device_id, 30, fleet.layout_id, { [U_AC]: 230, [I_AC]: 50 })
  })

  it('decodes each report under the version of the product it came with', async () => {
    const { series, bucket_s, truncated } = await queryHistory('county_a11', {})
    expect({ bucket_s, truncated }).toEqual({ bucket_s: 0, truncated: false })
    expect(series[0]?.v).toEqual([35, 35.1, 35.2, 35.3, 35.4, 40, 41, 42])
    expect(series[0]?.t[7]).toBe(START + 7 * MINUTE)
  })

  it('calculates points from others', async () => {
    const { series } = await queryHistory('county_a11', { points: ['dt_water', 'p_el'] })
    expect(series[0]?.v[0]).toBe(5)
    expect(series[1]?.v).toEqual([1115.5])
  })

  it('reduces to buckets whose average is between their extremes', async () => {
    const { series, bucket_s } = await queryHistory('county_a11', { resolution: '5m' })
    expect(bucket_s).toBe(300)
    expect(series[0]).toMatchObject({ v: [35.2, 41], min: [35, 40], max: [35.4, 42] })
  })

  it('reduces to calendar days of a time zone, with the requested aggregate', async () => {
    const question = { resolution: 'day' as const, time_zone: 'Asia/Shanghai', aggregate: 'difference' as const }
    const { series, bucket_s } = await queryHistory('county_a11', question)
    expect(bucket_s).toBe(86_400)
    expect(series[0]).toMatchObject({ t: [Date.UTC(2026, 10, 19, 16)], v: [7], min: [35], max: [42] })
  })

  it('has figures of every report: how a quantity is spread, how long a state lasted', async () => {
    const figures_query = async (account: SmallAccount, from_minute: number) =>
      historyHandlers({ database, clock, log, layouts }).historyStatistics(
        {
          params: undefined,
          query: undefined,
          body: {
            macs: [device.mac],
            points: ['t_out', 'hours_comp', 'defrost'],
            from: new Date(START + from_minute * MINUTE).toISOString(),
            to: new Date(START + 10 * MINUTE).toISOString(),
          },
        },
        await callOf(account),
      )
    const { statistics } = await figures_query('county_a11', 0)
    expect(statistics.map(({ kind, key }) => `${kind} ${key}`)).toEqual([
      'quantity t_out',
      'counter hours_comp',
      'state defrost',
    ])
    // Eight values a minute apart, the last one until the end of the period.
    expect(statistics[0]).toMatchObject({
      known_ms: 10 * MINUTE,
      min: 35,
      max: 42,
      median: 37.7,
      last: 42,
      distribution: { from: 35, width: 0.5, ms: [5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 3].map((n) => n * MINUTE) },
    })
    expect(statistics[1]).toMatchObject({ first: null, rise: null })
    expect(statistics[2]).toMatchObject({ known_ms: 0, states: [] })
    expect((await figures_query('county_a11', 7)).statistics[0]).toMatchObject({ min: 42, average: 42, median: 42 })
    await expect(figures_query('city_a2', 0)).rejects.toMatchObject({ code: 'device_not_found' })
  })

  it('returns empty curves for unknown points', async () => {
    const { series } = await queryHistory('county_a11', { points: ['no_such_point'] })
    expect(series).toEqual([{ mac: device.mac, key: 'no_such_point', t: [], v: [], min: null, max: null }])
  })

  it('is the same read in batches of any size', async () => {
    const question = { ...PLAIN, macs: [device.mac], points: ['t_out', 't_in'], resolution: 'raw' as const }
    const period = { from: new Date(START).toISOString(), to: new Date(START + 60 * MINUTE).toISOString() }
    const { caller } = await callOf('admin')
    const read = (hot_rows: number) =>
      readHistory({ database, clock, log, layouts, hot_rows }, caller, { ...question, ...period })
    const whole = await read(1_000)
    for (const hot_rows of [1, 2, 3, 7]) expect(await read(hot_rows)).toEqual(whole)
  })

  // Fails when the scope predicate is taken out of listDevices.
  it.each(['city_a2', 'province_b'] as const)(
    'is closed to %s, whose distributor does not own the device',
    async (account) => {
      await expect(queryHistory(account, {})).rejects.toMatchObject({ code: 'device_not_found' })
    },
  )

  it('is refused when one of several devices is outside the scope', async () => {
    const foreign = fleet.devices[5]?.mac ?? ''
    await expect(queryHistory('province_a', { macs: [device.mac, foreign] })).rejects.toMatchObject({
      code: 'device_not_found',
    })
    expect((await queryHistory('admin', { macs: [device.mac, foreign] })).series).toHaveLength(2)
  })

  it('has the last hours of a device as one curve', async () => {
    const handlers = historyHandlers({ database, clock, log, layouts })
    const body = { mac: device.mac, points: ['t_out', 't_out'], hours: 1, width_px: 1_000 }
    const { from, to, series } = await handlers.listCurve(
      { params: undefined, query: undefined, body },
      await callOf('county_a11'),
    )
    expect([to - from, series.length, series[0]?.v.length]).toEqual([3_600_000, 1, 8])
  })

  it('reports truncation', async () => {
    const other = fleet.devices[3]?.device_id ?? 0
    await database.pool.query(
      `insert into report_hot select $1, $2::timestamptz + n * interval '100 ms', $3, $4 from generate_series(1, 20005) n`,
      [other, new Date(START), fleet.layout_id, reportBytes(START, { [T_OUT]: 400 })],
    )
    const question = { macs: [fleet.devices[3]?.mac ?? ''], resolution: 'raw' as const }
    const answer = await queryHistory('admin', question)
    expect([answer.truncated, answer.series[0]?.t.length]).toEqual([true, 20_000])
    const reduced = await queryHistory('admin', { ...question, resolution: 'auto', width_px: 100 })
    expect([reduced.truncated, reduced.bucket_s]).toEqual([false, 60])
  })

  it('keeps saved selections per account and product', async () => {
    const handlers = historyHandlers({ database, clock, log, layouts })
    const params = { id: fleet.product_key }
    const [mine, theirs] = [await callOf('province_a'), await callOf('province_b')]
    const body = [{ name: 'Refrigerant', points: ['t_discharge', 'p_high'] }]
    await handlers.saveAttrSavings({ params, query: undefined, body: [{ name: 'old', points: ['t_in'] }] }, mine)
    await handlers.saveAttrSavings({ params, query: undefined, body }, mine)
    expect(await handlers.attrSavings({ params, query: undefined, body: undefined }, mine)).toEqual(body)
    expect(await handlers.attrSavings({ params, query: undefined, body: undefined }, theirs)).toEqual([])
    const missing = [{ name: 'x', points: ['no_such_point'] }]
    await expect(handlers.saveAttrSavings({ params, query: undefined, body: missing }, mine)).rejects.toMatchObject({
      code: 'invalid_input',
    })
    const unknown = { params: { id: 'no-such-product' }, query: undefined }
    await expect(handlers.saveAttrSavings({ ...unknown, body }, mine)).rejects.toMatchObject({
      code: 'product_unknown',
    })
    await expect(handlers.attrSavings({ ...unknown, body: undefined }, mine)).rejects.toMatchObject({
      code: 'product_unknown',
    })
  })

  it('is the same when it is packed, when late reports join it, and when those are repeats', async () => {
    const { caller } = await callOf('admin')
    const other = fleet.devices[1]
    const questions = [device, other].flatMap((one) =>
      (['raw', '5m', 'auto'] as const).map((resolution) => ({
        macs: [one?.mac ?? ''],
        points: ['t_out', 't_in', 'dt_water', 'p_el', 'no_such_point'],
        ...PLAIN,
        quality: true,
        resolution,
        from: new Date(START - 10 * MINUTE).toISOString(),
        to: new Date(START + 55 * MINUTE).toISOString(),
      })),
    )
    const readAll = (hot_rows = 1_000) =>
      Promise.all(
        questions.map((question) => readHistory({ database, clock, log, layouts, hot_rows }, caller, question)),
      )
    for (let minute = -3; minute < 30; minute += 3)
      await insert(other?.device_id ?? 0, minute, fleet.layout_id, { [T_IN]: 280 + minute, [T_OUT]: 65_500 + minute })
    const hot = await readAll()
    const sql = await database.pool.connect()
    try {
      const pack = () =>
        compactDuePartitions({ sql, log, compact_after_ms: 0, clock: createMovedClock(START + 3 * 86_400_000) })
      await pack()
      expect(await database.db.selectFrom('report_hot').selectAll().execute()).toEqual([])
      expect(await readAll()).toEqual(hot)
      await ensurePartitions(database.pool, ['report_hot_20261120'])
      // Sent again, after the first of them was packed.
      await insert(device.device_id, 2, fleet.layout_id, { [T_IN]: 300, [T_OUT]: 352 })
      for (const hot_rows of [1, 2, 1_000]) expect(await readAll(hot_rows)).toEqual(hot)
      await insert(other?.device_id ?? 0, 13, fleet.layout_id, { [T_IN]: 293, [T_OUT]: 65_513 })
      const late = await readAll()
      expect(late).not.toEqual(hot)
      await pack()
      expect(await readAll()).toEqual(late)
    } finally {
      sql.release(true)
    }
  })

  it('leaves out a segment that is damaged, notes it once, and answers of the others as before', async () => {
    const question = { macs: [device.mac], points: ['t_in'], resolution: 'raw' as const }
    const before = await queryHistory('admin', question)
    expect(before.series[0]?.t.length).toBeGreaterThan(0)
    await database.pool.query(
      `update report_chunks set body = set_byte(body, length(body) / 2, get_byte(body, length(body) / 2) # 4)
       where device_id = $1`,
      [device.device_id],
    )
    for (let time = 0; time < 2; time++) expect((await queryHistory('admin', question)).series[0]?.t).toEqual([])
    const noted = await database.db.selectFrom('damaged_chunks').select(['device_id', 'reason']).execute()
    expect(new Set(noted.map((one) => `${one.device_id} ${one.reason}`))).toEqual(
      new Set([`${device.device_id} wrong checksum`]),
    )
    const other = await queryHistory('admin', { ...question, macs: [fleet.devices[1]?.mac ?? ''] })
    expect(other.series[0]?.t.length).toBe(11)
  })
})
