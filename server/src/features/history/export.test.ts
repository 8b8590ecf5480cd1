import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import type { RequestOf } from '@heatfleet/contract/endpoint.ts'
import type { ExportRequestOf } from '@heatfleet/contract/exports/exports.ts'
import { HistoryExportFilter } from '@heatfleet/contract/history/history.ts'
import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { compactionFixture, numbered } from '../../../test/compaction-fixture.ts'
import { fileOf, linesOf, outcomeOf } from '../../../test/export-steps.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { createMovedClock } from '../../../test/moved-clock.ts'
import { hasLibreOffice, openByZip, openInLibreOffice } from '../../../test/open-spreadsheet.ts'
import { codeOf } from '../../../test/refusals.ts'
import { reportBytes } from '../../../test/report-bytes.ts'
import { signIn } from '../../../test/sign-in.ts'
import type { SmallAccount, SmallFleet } from '../../../test/small-fleet.ts'
import type { Caller } from '../../caller.ts'
import { compactDuePartitions } from '../../compaction/compact-partition.ts'
import { ensurePartitions, partitionOf } from '../../ingest/partitions.ts'
import { systemClock } from '../../platform/clock.ts'
import { createLayouts } from '../products/public.ts'
import { historyExport } from './export-history.ts'

const DAY = 86_400_000
const START = Date.UTC(2026, 2, 1)
const EVERY = 10 * 60_000
const DAYS = 12
const REPORTS = (DAYS * DAY) / EVERY
/** Register address of the built-in product. */
const T_OUT = 18
const POINT = 't_out'

const { database, fleet, console_ } = useFleetConsole()
const fixture = compactionFixture(database)
let city: Call
let mac: string

type ExportQuery = NonNullable<RequestOf<typeof api.exportHistory>['query']>
const iso = (at_ms: number) => new Date(at_ms).toISOString()
const whole = (part: Partial<ExportQuery> = {}): { query: ExportQuery } => ({
  query: { mac, points: POINT, from: iso(START), to: iso(START + DAYS * DAY), ...part },
})
/** The cells of a file under its header. */
const rowsOf = async (call: Call, request = whole()): Promise<string[][]> => {
  const { export_id } = await call(api.exportHistory, request)
  const record = await outcomeOf(call, export_id)
  expect(record).toMatchObject({ state: 'done', kind: 'device-history', period_from: request.query.from })
  const rows = linesOf(await fileOf(call, export_id)).slice(1)
  expect(record.rows_done).toBe(rows.length)
  return rows.map((line) => line.split(',').map((cell) => cell.replaceAll('"', '').trim()))
}

beforeAll(async () => {
  city = (await console_.signIn('city_a1')).call
  const device = fleet.devices[2] as SmallFleet['devices'][number] // A11: the fleet has six
  mac = device.mac
  const store = async (index: number): Promise<void> => {
    const at_ms = START + index * EVERY
    await ensurePartitions(database.pool, [partitionOf(at_ms, 'day')])
    const raw = numbered(reportBytes(at_ms, { [T_OUT]: 300 + (index % 100) }), index)
    await fixture.store(device.device_id, at_ms, raw, fleet.layout_id)
  }
  // Ten days lie packed, the last two as they came; some of the packed came late.
  for (let index = 0; index < REPORTS; index++) if (index % 144 !== 7) await store(index)
  const clock = createMovedClock(START + (DAYS - 1.9) * DAY)
  await compactDuePartitions({ sql: database.pool, clock, log: pino({ level: 'silent' }), compact_after_ms: 0 })
  for (let index = 7; index < REPORTS - 288; index += 144) await store(index)
  for (let index = REPORTS - 288 + 7; index < REPORTS; index += 144) await store(index)
})

describe('a file of history', () => {
  it('holds every report, packed or not, in the order of time', async () => {
    const rows = await rowsOf(city)
    expect(rows.map(([time]) => time)).toEqual(
      Array.from({ length: REPORTS }, (_, index) =>
        iso(START + index * EVERY)
          .slice(0, 19)
          .replace('T', ' '),
      ),
    )
    expect(rows.map(([, , value]) => Number(value))).toEqual(
      Array.from({ length: REPORTS }, (_, index) => 30 + (index % 100) / 10),
    )
  })

  it.each(['average', 'min', 'max', 'first', 'last', 'sum', 'time_weighted', 'difference'] as const)(
    'holds what the screen shows: %s of each hour',
    async (aggregate) => {
      const rows = await rowsOf(city, whole({ resolution: '1h', aggregate }))
      const { series } = await city(api.historyData, {
        body: {
          macs: [mac],
          points: [POINT],
          from: iso(START),
          to: iso(START + DAYS * DAY),
          resolution: '1h',
          aggregate,
        },
      })
      expect(rows.map(([, , value]) => Number(value))).toEqual(series[0]?.v)
      expect(rows).toHaveLength(DAYS * 24)
    },
  )

  it('has the calendar days of the requested time zone', async () => {
    const rows = await rowsOf(city, whole({ resolution: 'day', time_zone: 'Asia/Shanghai' }))
    expect(rows.map(([time]) => time?.slice(11))).toEqual(rows.map(() => '00:00:00'))
    expect(rows).toHaveLength(DAYS + 1)
  })

  it.each([
    ['en', ['Time', 'IMEI / MAC', 'Device'], /^(?!t_out).+ \[°C\]$/],
    ['zh', ['时间', 'IMEI / MAC', '设备'], /\p{Script=Han}.* \[°C\]$/u],
    ['pl', ['Czas', 'IMEI / MAC', 'Urządzenie'], / \[°C\]$/],
  ] as const)(
    'of the console has the titles of its screen in %s, those of points by the product',
    async (language, titles, point) => {
      const { export_id } = await city(api.exportCreate, {
        body: {
          kind: 'device-history',
          format: 'csv',
          file_name: 'x',
          time_zone: 'UTC',
          language,
          columns: ['time', 'mac', 'device_name', POINT, 'no_such_point'],
          filter: {
            macs: [mac],
            points: [POINT, 'no_such_point'],
            from: iso(START),
            to: iso(START + DAY),
            resolution: 'day',
          },
        },
      })
      await outcomeOf(city, export_id)
      const [header = ''] = linesOf(await fileOf(city, export_id))
      const cells = header.slice(1, -1).split('","')
      expect(cells.slice(0, 3)).toEqual(titles)
      expect(cells[3]).toMatch(point)
      expect(cells[4]).toBe('no_such_point')
    },
  )

  it('names its columns as the product does, with their unit', async () => {
    const { export_id } = await city(api.exportHistory, whole({ resolution: 'day', language: 'pl' }))
    await outcomeOf(city, export_id)
    const [header] = linesOf(await fileOf(city, export_id))
    expect(header).toMatch(/^"time \(UTC\)","mac","[^"]+ \[°C\] \(t_out\)"$/)
  })
})

describe('a spreadsheet of history', () => {
  let bytes: Uint8Array
  let same: (string | number)[][]
  beforeAll(async () => {
    const { export_id } = await city(api.exportHistory, whole({ format: 'xlsx' }))
    expect(await outcomeOf(city, export_id)).toMatchObject({ state: 'done' })
    const { blob } = await city(api.exportFile, { params: { id: export_id } })
    bytes = new Uint8Array(await blob.arrayBuffer())
    same = (await rowsOf(city)).map(([time = '', id = '', value]) => [time, id, Number(value)])
  })

  it('holds cell for cell what the CSV file does, read by ZIP and XML alone', () => {
    const [header, ...rows] = openByZip(bytes)
    expect(header).toEqual(['time (UTC)', 'mac', expect.stringMatching(/\[°C\] \(t_out\)$/)])
    expect(rows).toEqual(same)
  })

  it.skipIf(!hasLibreOffice())(
    'opens in LibreOffice with the same cells, numbers as numbers',
    () => expect(openInLibreOffice(bytes).slice(1)).toEqual(same),
    60_000,
  )
})

describe('a file of history is refused', () => {
  it.each([
    [
      'a thirteenth point',
      { points: Array.from({ length: 13 }, (_, index) => `p${index}`).join(',') },
      'invalid_input',
    ],
    ['a point twice', { points: 't_out,t_out' }, 'invalid_input'],
    ['a point twice, once after a blank', { points: 't_out, t_out' }, 'invalid_input'],
    ['no point', { points: ' ' }, 'invalid_input'],
    ['a point without a key', { points: 't_out,,t_in' }, 'invalid_input'],
    [
      'a sixth device',
      { mac: Array.from({ length: 6 }, (_, index) => `a4c13800000${index}`).join(',') },
      'invalid_input',
    ],
    ['a period that ends before it begins', { from: iso(START), to: iso(START - 1) }, 'invalid_input'],
    ['an unknown zone', { time_zone: 'Mars/Olympus' }, 'invalid_input'],
  ])('with %s', async (_, part, code) => {
    expect(await codeOf(city(api.exportHistory, whole(part)))).toBe(code)
  })

  it('for a foreign unit, alone or among own ones', async () => {
    const foreign = String(fleet.devices.find(({ at }) => at === 'B')?.mac)
    for (const macs of [foreign, `${mac},${foreign}`])
      expect(await codeOf(city(api.exportHistory, whole({ mac: macs })))).toBe('device_not_found')
  })

  it('also when requested by the export job list', async () => {
    const foreign = String(fleet.devices.find(({ at }) => at === 'B')?.mac)
    const { export_id } = await city(api.exportCreate, {
      body: {
        kind: 'device-history',
        format: 'csv',
        file_name: 'x',
        time_zone: 'UTC',
        language: 'en',
        columns: ['time'],
        filter: {
          macs: [foreign],
          points: [POINT],
          from: iso(START),
          to: iso(START + DAY),
          resolution: 'raw',
        },
      },
    })
    // Not even how much there is.
    const refused = { state: 'failed', reason: 'device_not_found', rows_total: null }
    expect(await outcomeOf(city, export_id)).toMatchObject(refused)
  })
})

describe('a unit that its person loses', () => {
  const request = (of: string): ExportRequestOf<'device-history'> => ({
    kind: 'device-history',
    format: 'csv',
    file_name: 'x',
    time_zone: 'UTC',
    language: 'en',
    columns: [POINT],
    filter: HistoryExportFilter.parse({
      macs: [of],
      points: [POINT],
      from: iso(START),
      to: iso(START + DAY),
      resolution: 'raw',
    }),
  })
  /** How many lines come, the caller being one account after the other each time it is looked. */
  const linesFor = async (of: string, ...accounts: SmallAccount[]): Promise<number> => {
    const callers: Caller[] = []
    for (const account of accounts)
      callers.push((await signIn({ database, clock: systemClock }, fleet.accounts[account])).caller)
    const source = historyExport({
      database,
      clock: systemClock,
      log: pino({ level: 'silent' }),
      layouts: createLayouts({ database }),
    })
    let lines = 0
    const readCaller = async () => (callers.length > 1 ? callers.shift() : callers[0]) as Caller // at least one is named
    for await (const page of source.stream(readCaller, request(of))) lines += page.rows
    return lines
  }

  it('before the first line gives no file at all, not even an empty one of a unit that reported nothing', async () => {
    const foreign = fleet.devices.find(({ at }) => at === 'B')?.mac ?? ''
    expect(await linesFor(foreign, 'province_b')).toBe(0)
    expect(await codeOf(linesFor(foreign, 'city_a1'))).toBe('device_not_found')
  })

  it('while the file is written gives no more lines', async () => {
    expect(await linesFor(mac, 'city_a1')).toBe(144)
    expect(await codeOf(linesFor(mac, 'city_a1', 'city_a2'))).toBe('device_not_found')
  })
})
