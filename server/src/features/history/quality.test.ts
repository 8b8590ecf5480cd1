import { marksOf, type QualityMark } from '@heatfleet/contract/device-protocol/quality.ts'
import { NO_FLAGS, type Report } from '@heatfleet/contract/device-protocol/report.ts'
import { encodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import type { Block } from '@heatfleet/modbus/point.ts'
import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { compactionFixture } from '../../../test/compaction-fixture.ts'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import { createMovedClock } from '../../../test/moved-clock.ts'
import { blockOf } from '../../../test/report-bytes.ts'
import type { SmallFleet } from '../../../test/small-fleet.ts'
import { compactDuePartitions } from '../../compaction/compact-partition.ts'
import { ensurePartitions, partitionOf } from '../../ingest/partitions.ts'
import { EVERYTHING } from '../../platform/scope.ts'
import { createLayouts, type Layouts } from '../products/public.ts'
import { exportPages } from './export-pages.ts'
import { readHistory } from './read-history.ts'

const START = Date.UTC(2026, 10, 20, 8)
const [MINUTE, DAY] = [60_000, 86_400_000]
/** Register addresses of the built-in product; its board reports 32,767 for a missing sensor. */
const [T_IN, T_OUT, SP_HEAT, MISSING] = [14, 18, 204, 32_767]
const POINTS = ['t_in', 't_out', 'dt_water', 'sp_heat', 'no_such_point']
const SYSTEM = { scope: EVERYTHING, agent_id: null, permissions: new Set<Permission>() }
const log = pino({ level: 'silent' })

const good: Block = blockOf({ [T_IN]: 300, [T_OUT]: 350 })
const silent = ({ fn, slave, start, quantity }: Block): Block => ({
  fn,
  slave,
  start,
  quantity,
  status: 0xe0,
  data: new Uint8Array(),
})

/** What a module sent in one minute each, and what is to be known of which point. */
const SENT: [string, Partial<Report>, Partial<Record<string, QualityMark[]>>][] = [
  ['a report as it should be', {}, {}],
  ['one from the memory of the module', { type: 3 }, { t_in: ['replay'], t_out: ['replay'], dt_water: ['replay'] }],
  [
    'one whose clock is not in step',
    { flags: { ...NO_FLAGS, clock_unsynced: true } },
    { t_in: ['clock_unsynced'], t_out: ['clock_unsynced'], dt_water: ['clock_unsynced'] },
  ],
  ['one without a clock', { ts: 0 }, { t_in: ['arrival_time'], t_out: ['arrival_time'], dt_water: ['arrival_time'] }],
  [
    'one whose block the board did not answer',
    { blocks: [silent(good)] },
    { t_in: ['not_read'], t_out: ['not_read'], dt_water: ['not_read'] },
  ],
  [
    'one of a bus that is down, with nothing in it',
    { blocks: [], flags: { ...NO_FLAGS, bus_down: true } },
    { t_in: ['bus_down'], t_out: ['bus_down'], dt_water: ['bus_down'], sp_heat: ['bus_down'] },
  ],
  [
    'one of a missing sensor',
    { blocks: [blockOf({ [T_IN]: MISSING, [T_OUT]: 350 })] },
    { t_in: ['invalid'], dt_water: ['invalid'] },
  ],
  ['one with a read-only set-point', { blocks: [blockOf({ [SP_HEAT]: 160 })] }, { sp_heat: ['out_of_range'] }],
  ['one with a set-point that is allowed', { blocks: [blockOf({ [SP_HEAT]: 80 })] }, {}],
]

describe('quality bits of values', () => {
  const database = useDatabase()
  const fixture = compactionFixture(database)
  const clock = createMovedClock(START + DAY)
  let fleet: SmallFleet
  let layouts: Layouts
  let device: SmallFleet['devices'][number]

  const store = async (minute: number, layout_id: number, part: Partial<Report>) => {
    const at_ms = START + minute * MINUTE
    await ensurePartitions(database.pool, [partitionOf(at_ms, 'day')])
    const ts = at_ms / 1000
    const report: Report = {
      type: 1,
      seq: minute,
      ts,
      flags: NO_FLAGS,
      rssi_dbm: -70,
      csq: null,
      blocks: [good],
      ...part,
    }
    await fixture.store(device.device_id, at_ms, Buffer.from(encodeReport(report)), layout_id)
  }
  const query = async (resolution: 'raw' | '5m', quality = true) =>
    readHistory({ database, clock, log, layouts }, SYSTEM, {
      macs: [device.mac],
      points: POINTS,
      from: new Date(START).toISOString(),
      to: new Date(START + 60 * MINUTE).toISOString(),
      resolution,
      aggregate: 'auto',
      time_zone: 'UTC',
      width_px: 1_000,
      quality,
    })
  /** `minute point: marks` of an answer. */
  const bitsOf = ({ quality }: Awaited<ReturnType<typeof query>>) =>
    quality
      .flatMap(({ key, t, q }) => t.map((at, row) => ({ minute: (at - START) / MINUTE, key, bits: q[row] ?? 0 })))
      .sort((one, other) => one.minute - other.minute || POINTS.indexOf(one.key) - POINTS.indexOf(other.key))
      .map(({ minute, key, bits }) => `${minute} ${key}: ${marksOf(bits).join(' ')}`)

  beforeAll(async () => {
    fleet = await seedSmallFleet(database.db)
    layouts = createLayouts({ database })
    device = fleet.devices[2] as typeof device // the fleet has six
    for (const [minute, [, report]] of SENT.entries()) await store(minute, fleet.layout_id, report)
    const { rows } = await database.pool.query<{ layout_id: number }>(
      `insert into product_versions (product_key, version, points, poll_blocks, settings, published_at)
       select product_key, version + 1,
         (select jsonb_agg(case when point ->> 'key' = 't_out' then jsonb_set(point, '{formulas,read}', '"raw"') else point end)
          from jsonb_array_elements(points) point), poll_blocks, settings, published_at
       from product_versions where layout_id = $1 returning layout_id`,
      [fleet.layout_id],
    )
    await store(SENT.length, rows[0]?.layout_id ?? 0, {})
  })

  const expected = [
    ...SENT.flatMap(([, , marks], minute) =>
      POINTS.flatMap((key) => (marks[key] === undefined ? [] : [`${minute} ${key}: ${marks[key].join(' ')}`])),
    ),
    // Read by another formula than the one in use, and what is calculated from it.
    `${SENT.length} t_out: other_version`,
    `${SENT.length} dt_water: other_version`,
  ]

  it('are given per report and point, also without a value', async () => {
    expect(bitsOf(await query('raw'))).toEqual(expected)
  })

  it('of a bucket combine those of its reports', async () => {
    expect(bitsOf(await query('5m')).filter((line) => line.includes('t_in'))).toEqual([
      '0 t_in: replay clock_unsynced arrival_time not_read',
      '5 t_in: bus_down invalid',
    ])
  })

  it('are returned only on request and do not change values', async () => {
    const plain = await query('raw', false)
    expect(plain.quality).toEqual([])
    expect((await query('raw')).series).toEqual(plain.series)
  })

  it.each(['raw', '5m'] as const)('are exported: %s', async (resolution) => {
    const layout = await layouts.find(fleet.layout_id)
    const written = { device_id: device.device_id, layout, keys: ['t_in'], with_quality: true }
    const filter = {
      macs: [device.mac],
      points: ['t_in'],
      from: new Date(START).toISOString(),
      to: new Date(START + 60 * MINUTE).toISOString(),
      aggregate: 'auto' as const,
      resolution,
      split: 'none' as const,
    }
    const lines = []
    for await (const page of exportPages({ database, clock, log, layouts }, written, filter, 'UTC'))
      for (const [line, at_ms] of page.at_ms.subarray(0, page.lines).entries()) {
        const marks = marksOf(page.quality[line] ?? 0)
        lines.push([(at_ms - START) / MINUTE, page.values[0]?.[line], ...marks])
      }
    expect(lines).toEqual(
      resolution === '5m'
        ? [
            [0, 30, 'replay', 'clock_unsynced', 'arrival_time', 'not_read'],
            [5, 30, 'bus_down', 'invalid'],
          ]
        : [
            [0, 30],
            [1, 30, 'replay'],
            [2, 30, 'clock_unsynced'],
            [3, 30, 'arrival_time'],
            [4, Number.NaN, 'not_read'],
            [5, Number.NaN, 'bus_down'],
            [6, Number.NaN, 'invalid'],
            [9, 30],
          ],
    )
  })

  it('is the same once the reports are packed', async () => {
    const sql = await database.pool.connect()
    try {
      await compactDuePartitions({ sql, log, compact_after_ms: 0, clock: createMovedClock(START + 3 * DAY) })
    } finally {
      sql.release(true)
    }
    expect(await fixture.segments()).not.toEqual([])
    expect(bitsOf(await query('raw'))).toEqual(expected)
  })
})
