import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import type { HistorySplit } from '@heatfleet/contract/history/history.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { compactionFixture, numbered } from '../../../test/compaction-fixture.ts'
import { linesOf, outcomeOf } from '../../../test/export-steps.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { filesOf, openByZip } from '../../../test/open-spreadsheet.ts'
import { codeOf } from '../../../test/refusals.ts'
import { reportBytes } from '../../../test/report-bytes.ts'
import { ensurePartitions, partitionOf } from '../../ingest/partitions.ts'

const DAY = 86_400_000
const HOUR = DAY / 24
/** Midnight in Shanghai is 16:00 of the day before. */
const START = Date.UTC(2026, 2, 1, 16)
const DAYS = 3
/** Register address of the built-in product. */
const T_OUT = 18

const { database, fleet, console_ } = useFleetConsole()
const fixture = compactionFixture(database)
let city: Call
/** Two units of the county below: the first reports every hour, the second from the second day on. */
let macs: string[]

beforeAll(async () => {
  city = (await console_.signIn('city_a1')).call
  const units = fleet.devices.filter(({ at }) => at === 'A11')
  macs = units.map(({ mac }) => mac)
  for (const [unit, { device_id }] of units.entries())
    for (let hour = unit * 24; hour < DAYS * 24; hour += 1) {
      const at_ms = START + hour * HOUR
      await ensurePartitions(database.pool, [partitionOf(at_ms, 'day')])
      const raw = numbered(reportBytes(at_ms, { [T_OUT]: 300 + unit * 100 + hour }), hour)
      await fixture.store(device_id, at_ms, raw, fleet.layout_id)
    }
})

const iso = (at_ms: number) => new Date(at_ms).toISOString()
const exported = async (split: HistorySplit, part: { format?: 'csv' | 'xlsx'; resolution?: 'raw' | '1h' } = {}) => {
  const { export_id } = await city(api.exportHistory, {
    query: {
      mac: macs.join(','),
      points: 't_out',
      from: iso(START),
      to: iso(START + DAYS * DAY),
      time_zone: 'Asia/Shanghai',
      split,
      ...part,
    },
  })
  const record = await outcomeOf(city, export_id)
  const { blob } = await city(api.exportFile, { params: { id: export_id } })
  return { record, bytes: Buffer.from(await blob.arrayBuffer()) }
}
const rowsIn = (text: string): string[] => linesOf(text).slice(1)

describe('a file of history that is split', () => {
  it.each([
    ['device', 2],
    ['day', 3],
    ['device_day', 5],
  ] as const)('by %s has a file for each, and together every row once', async (split, count) => {
    const whole = rowsIn((await exported('none')).bytes.toString())
    const { record, bytes } = await exported(split)
    expect(record).toMatchObject({ state: 'done', format: 'zip', rows_done: DAYS * 24 + (DAYS - 1) * 24 })
    expect(record.file_name).toMatch(/\.zip$/)
    const files = filesOf(bytes)
    expect(files.size).toBe(count)
    const rows = [...files.values()].flatMap((text) => rowsIn(text))
    expect(rows.toSorted()).toEqual(whole.toSorted())
    for (const [name, text] of files) {
      const cells = rowsIn(text).map((line) => line.split(',').map((cell) => cell.replaceAll('"', '').trim()))
      const days = new Set(cells.map(([time = '']) => time.slice(0, 10)))
      const units = new Set(cells.map(([, mac]) => mac))
      if (split !== 'device') expect([...days]).toEqual([/\d{4}-\d\d-\d\d(?=\.csv$)/.exec(name)?.[0]])
      if (split !== 'day') expect(name.startsWith(String([...units][0]))).toBe(true)
      if (split !== 'day') expect(units.size).toBe(1)
    }
  })

  it('keeps the values of the whole period, and holds spreadsheets where they are asked for', async () => {
    const whole = rowsIn((await exported('none', { resolution: '1h' })).bytes.toString())
    const split = filesOf((await exported('device_day', { resolution: '1h' })).bytes)
    expect([...split.values()].flatMap(rowsIn)).toEqual(whole)
    const sheets = filesOf((await exported('device', { format: 'xlsx' })).bytes, 'binary')
    const [first] = sheets.values()
    expect([...sheets.keys()]).toEqual(macs.map((mac) => `${mac}.xlsx`))
    expect(openByZip(Buffer.from(first ?? '', 'binary'))).toHaveLength(DAYS * 24 + 1)
  })

  it('has a file with titles where there are no rows, and refuses a split that is none', async () => {
    const query = { mac: String(macs[0]), points: 't_out', from: iso(START - 2 * DAY), to: iso(START - DAY) }
    const { export_id } = await city(api.exportHistory, { query: { ...query, split: 'day' } })
    await outcomeOf(city, export_id)
    const { blob } = await city(api.exportFile, { params: { id: export_id } })
    const files = filesOf(Buffer.from(await blob.arrayBuffer()))
    expect([...files].map(([name, text]) => [name, rowsIn(text).length])).toEqual([['data.csv', 0]])
    const wrong = { query: { ...query, split: 'week' as 'day' } }
    expect(await codeOf(city(api.exportHistory, wrong))).toBe('invalid_input')
  })
})
