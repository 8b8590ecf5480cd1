import { api } from '@heatfleet/contract/api.ts'
import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { compactionFixture, numbered } from '../../../test/compaction-fixture.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { createMovedClock } from '../../../test/moved-clock.ts'
import { codeOf } from '../../../test/refusals.ts'
import { reportBytes } from '../../../test/report-bytes.ts'
import { compactDuePartitions } from '../../compaction/compact-partition.ts'
import { ensurePartitions, partitionOf } from '../../ingest/partitions.ts'

const { database, fleet, as } = useFleetConsole()
const fixture = compactionFixture(database)
const log = pino({ level: 'silent' })
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOON = Date.UTC(2026, 10, 20, 12)
/** Register addresses of the built-in product. */
const [T_IN, T_OUT, FAN] = [14, 18, 38]
const unit = () => {
  const [, second] = fleet.devices
  if (second === undefined) throw new Error('the fleet has six units')
  return second
}

let seq = 0
const report = async (at_ms: number, words: Record<number, number>): Promise<void> => {
  await ensurePartitions(database.pool, [partitionOf(at_ms, 'day')])
  await fixture.store(unit().device_id, at_ms, numbered(reportBytes(at_ms, words), ++seq), fleet.layout_id)
}
const stoodAt = async (at_ms: number, account: 'admin' | 'city_a1' = 'admin') => {
  const call = await as(account)
  const body = { mac: unit().mac, at: new Date(at_ms).toISOString() }
  const { values, ...times } = await call(api.historyMoment, { body })
  const reading = (key: string) => values.find((one) => one.key === key)
  return { ...times, flow: reading('t_out'), return_water: reading('t_in'), fan: reading('fan1') }
}

beforeAll(async () => {
  await report(NOON - 5 * HOUR, { [FAN]: 480 })
  for (const minute of [0, 1, 2]) await report(NOON + minute * MINUTE, { [T_IN]: 300 + minute, [T_OUT]: 350 + minute })
  await report(NOON + 3 * HOUR, { [T_OUT]: 400 })
  await database.db
    .insertInto('device_events')
    .values([
      { device_id: unit().device_id, at: new Date(NOON - HOUR), kind: 'online', detail: '{}' },
      { device_id: unit().device_id, at: new Date(NOON + HOUR), kind: 'offline', detail: '{}' },
    ])
    .execute()
})

describe.each(['in the hot table', 'in segments'])('a moment %s', (where) => {
  beforeAll(async () => {
    if (where !== 'in segments') return
    const sql = await database.pool.connect()
    try {
      await compactDuePartitions({ sql, clock: createMovedClock(NOON + 72 * HOUR), log, compact_after_ms: HOUR })
    } finally {
      sql.release(true)
    }
    expect((await database.pool.query('select from report_hot')).rowCount).toBe(0)
  })

  it('has the last value of each point with its own time, and the reports beside it', async () => {
    expect(await stoodAt(NOON + MINUTE + 30_000)).toEqual({
      report_at: NOON + MINUTE,
      before_at: NOON,
      after_at: NOON + 2 * MINUTE,
      online: true,
      flow: { key: 't_out', value: 35.1, at: NOON + MINUTE },
      return_water: { key: 't_in', value: 30.1, at: NOON + MINUTE },
      // Read hours before.
      fan: { key: 'fan1', value: 480, at: NOON - 5 * HOUR },
    })
  })

  it('at the time of a report is that report', async () => {
    expect(await stoodAt(NOON)).toMatchObject({ report_at: NOON, flow: { value: 35 } })
  })

  it('knows the next report over a gap, and that the unit was offline', async () => {
    expect(await stoodAt(NOON + 2 * HOUR)).toMatchObject({
      report_at: NOON + 2 * MINUTE,
      before_at: NOON + MINUTE,
      after_at: NOON + 3 * HOUR,
      online: false,
    })
  })

  it('is empty where nothing was reported within a day', async () => {
    expect(await stoodAt(NOON - 30 * HOUR)).toEqual({
      report_at: null,
      before_at: null,
      after_at: null,
      online: null,
      flow: undefined,
      return_water: undefined,
      fan: undefined,
    })
    expect(await stoodAt(NOON - 6 * HOUR)).toMatchObject({ report_at: null, after_at: NOON - 5 * HOUR })
  })
})

it.each([
  ['the last', Date.UTC(9998, 11, 31, 23, 59, 59, 999)],
  ['the first', Date.UTC(1970, 0, 1)],
])('%s moment that can be asked for has nothing', async (_, at_ms) => {
  expect(await stoodAt(at_ms)).toMatchObject({ report_at: null, flow: undefined })
})

it('is closed to a distributor that does not own the unit', async () => {
  const body = { mac: unit().mac, at: new Date(NOON).toISOString() }
  expect(await codeOf((await as('province_b'))(api.historyMoment, { body }))).toBe('device_not_found')
  expect((await stoodAt(NOON, 'city_a1')).report_at).toBe(NOON)
})
