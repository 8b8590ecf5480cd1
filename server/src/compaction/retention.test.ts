import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { compactionFixture } from '../../test/compaction-fixture.ts'
import { seedSmallFleet, useDatabase } from '../../test/database.ts'
import { createMovedClock } from '../../test/moved-clock.ts'
import { compactDuePartitions } from './compact-partition.ts'
import { dropOldHistory } from './retention.ts'

const database = useDatabase()
const fixture = compactionFixture(database)
const { partitionsOf, segments, report } = fixture
const clock = createMovedClock(Date.UTC(2026, 10, 20))
let sql: pg.PoolClient
let layout_id: number
let devices: number[]
const depsOf = () => ({ sql, clock, log: pino({ level: 'silent' }), compact_after_ms: 0 })

beforeAll(async () => {
  const fleet = await seedSmallFleet(database.db)
  layout_id = fleet.layout_id
  devices = fleet.devices.map(({ device_id }) => device_id)
  sql = await database.pool.connect()
})
afterAll(() => sql.release(true))

describe('retention', () => {
  const months = async (): Promise<string[]> => (await partitionsOf('report_chunks')).map((name) => name.slice(14))

  beforeEach(async () => {
    await fixture.clear()
    for (const month of [8, 9, 10]) await report(devices[0] ?? 0, Date.UTC(2026, month, 15), month, layout_id)
    await compactDuePartitions(depsOf())
  })

  it.each([
    [0, ['202609', '202610', '202611']],
    [60, ['202609', '202610', '202611']],
    [45, ['202610', '202611']],
    [10, ['202611']],
  ])('of %i days drops the months that are older as a whole', async (history_days, left) => {
    await dropOldHistory({ ...depsOf(), history_days })
    expect(await months()).toEqual(left)
  })

  it('of a product that keeps less takes its days alone', async () => {
    const { rows } = await database.pool.query(
      'update products set history_days = 10 where product_key = (select product_key from devices where device_id = $1) returning 1',
      [devices[0]],
    )
    expect(rows).toHaveLength(1)
    await dropOldHistory({ ...depsOf(), history_days: 0 })
    expect((await segments()).map(({ day_ms }) => new Date(day_ms).getUTCMonth())).toEqual([10])
    await database.pool.query('update products set history_days = null')
  })
})
