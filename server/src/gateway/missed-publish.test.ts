import { beforeAll, expect, test } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../test/database.ts'
import { eventually } from '../../test/eventually.ts'
import { connectModule, reportOf, startTestGateway, type TestGateway } from '../../test/gateway.ts'
import { createMovedClock } from '../../test/moved-clock.ts'
import type { SmallFleet } from '../../test/small-fleet.ts'

const database = useDatabase()
const clock = createMovedClock(Date.now())
let fleet: SmallFleet
let gateway: TestGateway

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  gateway = await startTestGateway(database, clock)
  return async () => {
    const stopped = gateway.stop()
    // What waits by the clock ends as well.
    clock.move(60_000)
    await stopped
  }
})

/** Puts the next version into use as a console does that ends before it tells the gateway. */
const publishSilently = async (): Promise<number> => {
  const { rows } = await database.pool.query<{ layout_id: number }>(
    `with made as (
       insert into product_versions (product_key, version, points, poll_blocks, settings, published_at)
       select product_key, version + 1, points, poll_blocks, settings, to_timestamp(0) from product_versions where layout_id = $1
       returning product_key, layout_id)
     update products set layout_id = made.layout_id from made where products.product_key = made.product_key
     returning products.layout_id`,
    [fleet.layout_id],
  )
  return rows[0]?.layout_id ?? 0
}

test('a version of which no console told the gateway decodes reports half a minute later at the latest', async () => {
  const [device] = fleet.devices
  if (device === undefined) throw new Error('the small fleet has devices')
  const module = await connectModule(gateway, device)
  let seq = 0
  /** Sends a report and gives the version it was stored under. */
  const versionOfNext = async (): Promise<number | undefined> => {
    seq += 1
    const ts = Math.floor(clock.now() / 1_000) + seq
    await module.send('blk', reportOf(seq, ts, [1]))
    const rows = await database.db
      .selectFrom('report_hot')
      .select('layout_id')
      .where('device_id', '=', device.device_id)
      .where('at', '=', new Date(ts * 1_000))
      .execute()
    return rows[0]?.layout_id
  }
  expect(await versionOfNext()).toBe(fleet.layout_id)
  const published = await publishSilently()
  expect(await versionOfNext()).toBe(fleet.layout_id)
  clock.move(30_000)
  await eventually(versionOfNext).toBe(published)
  await module.client.endAsync(true)
})
