import { REPORT_TYPE, type ReportType } from '@heatfleet/contract/device-protocol/report.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../test/database.ts'
import { connectModule, reportOf, startTestGateway, type TestGateway, type TestModule } from '../../test/gateway.ts'
import type { SmallFleet } from '../../test/small-fleet.ts'

const database = useDatabase()
/** Versions of the product, by number, and when the second and the third were published (unix s). */
let [first, second, third] = [0, 0, 0]
const now_s = Math.floor(Date.now() / 1_000)
const SECOND_S = now_s - 2_000
const THIRD_S = now_s - 1_000
let fleet: SmallFleet
let gateway: TestGateway
let module: TestModule
let seq = 0
let next_device = 0

const publish = async (at_s: number): Promise<number> => {
  const { rows } = await database.pool.query<{ layout_id: number }>(
    `insert into product_versions (product_key, version, points, poll_blocks, settings, published_at)
     select product_key, (select max(version) + 1 from product_versions v where v.product_key = p.product_key), points, poll_blocks,
       settings, to_timestamp($2)
     from product_versions p where layout_id = $1 returning layout_id`,
    [first, at_s],
  )
  const layout_id = rows[0]?.layout_id ?? 0
  await database.pool.query('update products set layout_id = $1 where product_key = $2', [layout_id, fleet.product_key])
  gateway.send({ kind: 'products_changed', product_keys: [fleet.product_key] })
  return layout_id
}

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  gateway = await startTestGateway(database)
  first = fleet.layout_id
  await database.pool.query('update product_versions set published_at = to_timestamp($1)', [now_s - 3_000])
  second = await publish(SECOND_S)
  third = await publish(THIRD_S)
  return () => gateway.stop()
})
let device_id = 0
beforeEach(async () => {
  const device = fleet.devices[next_device++]
  if (device === undefined) throw new Error('the small fleet has six devices')
  device_id = device.device_id
  module = await connectModule(gateway, device)
  return async () => {
    await module.client.endAsync(true)
  }
})

const send = (ts: number, type: ReportType = REPORT_TYPE.cyclic): Promise<void> => {
  seq += 1
  return module.send('blk', reportOf(seq, ts, [1], { type }))
}
const replay = (ts: number): Promise<void> => send(ts, REPORT_TYPE.replay)
/** Version of each stored report, by its time. */
const versions = async (): Promise<Record<number, number>> => {
  const rows = await database.db
    .selectFrom('report_hot')
    .select(['at', 'layout_id'])
    .where('device_id', '=', device_id)
    .execute()
  return Object.fromEntries(rows.map(({ at, layout_id }) => [at.getTime() / 1_000, layout_id]))
}

describe('a report sent after a version was published', () => {
  test('late from the flash keeps the version that was in use when it was made', async () => {
    const times = [SECOND_S - 100, SECOND_S, SECOND_S + 100, THIRD_S - 1, THIRD_S, THIRD_S + 100]
    for (const ts of times) await replay(ts)
    expect(await versions()).toEqual(
      Object.fromEntries(times.map((ts, at) => [ts, [first, second, second, second, third, third][at]])),
    )
  })

  test('late, after a newer one, keeps that version although it is not marked as late', async () => {
    await send(now_s - 10)
    await send(THIRD_S - 10)
    expect(await versions()).toEqual({ [now_s - 10]: third, [THIRD_S - 10]: second })
  })

  test('of a time before the first version is decoded by the version in use', async () => {
    await replay(now_s - 100_000)
    expect(await versions()).toEqual({ [now_s - 100_000]: third })
  })

  test('live from a module whose clock is slow is decoded by the version in use', async () => {
    await send(SECOND_S - 200)
    await send(SECOND_S - 170)
    expect(await versions()).toEqual({ [SECOND_S - 200]: third, [SECOND_S - 170]: third })
  })
})
