import { RecordTable } from '@heatfleet/contract/products/record-tables.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import { eventually } from '../../../test/eventually.ts'
import { connectModule, startTestGateway, type TestGateway, type TestModule } from '../../../test/gateway.ts'
import { createMovedClock, type MovedClock } from '../../../test/moved-clock.ts'
import type { SmallDevice, SmallFleet } from '../../../test/small-fleet.ts'
import { unpackLatestBlocks } from '../../ingest/latest-blocks.ts'
import { recordBlocksOf } from './record-reads.ts'

const database = useDatabase()
let fleet: SmallFleet
let clock: MovedClock
let gateway: TestGateway
let device: SmallDevice
let module: TestModule
let next_device = 0

const names = { en: 'Error history', zh: '', pl: '' }
const TABLE = RecordTable.parse({
  key: 'errors',
  names,
  query_cmd: 3,
  address: 700,
  stride: 2,
  count: 3,
  columns: [{ key: 'code', names, role: 'code', offset: 0, data_type: 'u16' }],
})
const BLOCK = { name: 'Z', slave: 1, fn: 3, start: 700, quantity: 5, period_s: 300 }

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  await database.pool.query(
    `update product_versions set settings = settings || $1::jsonb, poll_blocks = poll_blocks || $2::jsonb`,
    [JSON.stringify({ record_tables: [TABLE] }), JSON.stringify([BLOCK])],
  )
})
beforeEach(async () => {
  const found = fleet.devices[next_device++]
  if (found === undefined) throw new Error('the small fleet has six devices')
  device = found
  clock = createMovedClock(Date.now())
  gateway = await startTestGateway(database, clock)
  gateway.send({ kind: 'watch', device_ids: [device.device_id], begun: [device.device_id] })
  module = await connectModule(gateway, device, { now_ms: clock.now() })
  return async () => {
    await module.client.endAsync(true)
    await gateway.stop()
  }
})

const reads = () =>
  module.received
    .filter(({ channel, message }) => channel === 'cmd' && (message as { op?: string }).op === 'read')
    .map(({ message }) => message as { id: string })
const latestOfTable = async () => {
  const { latest_blocks } = await database.db
    .selectFrom('device_status')
    .select('latest_blocks')
    .where('device_id', '=', device.device_id)
    .executeTakeFirstOrThrow()
  const found = latest_blocks === null ? [] : unpackLatestBlocks(latest_blocks)
  return found.filter(({ block }) => block.start === 700).map(({ block }) => Buffer.from(block.data).toString('hex'))
}

describe('records that are read now', () => {
  test('are asked for by their block alone, once at a time, and stored like a report', async () => {
    gateway.send({ kind: 'refresh', device_id: device.device_id })
    gateway.send({ kind: 'refresh', device_id: device.device_id })
    await eventually(reads).toMatchObject([{ op: 'read', a: 1, f: 3, s: 700, q: 5 }])
    const [read] = reads()
    await module.acknowledge({ id: read?.id ?? '', st: 'ok', rb: [7, 0, 11, 0, 0] })
    await eventually(latestOfTable).toEqual(['00070000000b00000000'])
    expect(reads()).toHaveLength(1)
    // What was answered may be asked for again.
    gateway.send({ kind: 'refresh', device_id: device.device_id })
    await eventually(() => reads().length).toBe(2)
  })

  test.each([
    ['a refusal of the board', { st: 'exc', ec: 2 }],
    ['too few words', { st: 'ok', rb: [7] }],
  ])('%s changes nothing', async (_, answer) => {
    gateway.send({ kind: 'refresh', device_id: device.device_id })
    await eventually(() => reads().length).toBe(1)
    await module.acknowledge({ id: reads()[0]?.id ?? '', ...answer } as Parameters<TestModule['acknowledge']>[0])
    gateway.send({ kind: 'refresh', device_id: device.device_id })
    await eventually(() => reads().length).toBe(2)
    expect(await latestOfTable()).toEqual([])
  })

  test('are those blocks of the plan that hold a table', () => {
    const blocks = [
      BLOCK,
      { ...BLOCK, start: 705 },
      { ...BLOCK, fn: 4 },
      { ...BLOCK, start: 690, quantity: 11 },
    ] as const
    const plan = { poll_blocks: blocks as never, record_tables: [TABLE] }
    expect(recordBlocksOf(plan).map(({ fn, start }) => `${fn}/${start}`)).toEqual(['3/700', '3/690'])
  })
})
