import { LIMITS } from '@heatfleet/contract/limits.ts'
import { beforeAll, expect, test } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import { eventually } from '../../../test/eventually.ts'
import { connectModule, startTestGateway } from '../../../test/gateway.ts'
import { createMovedClock } from '../../../test/moved-clock.ts'
import type { SmallDevice } from '../../../test/small-fleet.ts'
import { SLICE } from './reconnect-timeout.ts'

const database = useDatabase()
const UNITS = 2 * SLICE.units + 100
/** Were heard of last of all, and one of them comes back. */
let late: SmallDevice
/** Which of the units that were on line before the gateway started were taken off line, in the order of their last words. */
const gone = async (): Promise<number[]> => {
  const { rows } = await database.pool.query<{ place: number }>(
    `select place::int from (select online, row_number() over (order by last_arrival_at) as place from device_status
       where last_arrival_at is not null) s where not online order by place`,
  )
  return rows.map(({ place }) => place)
}

beforeAll(async () => {
  const device = (await seedSmallFleet(database.db)).devices.find(({ mac }) => mac.length === 15)
  if (device === undefined) throw new Error('the small fleet has modules on 4G')
  late = device
  await database.pool.query(
    `insert into devices (mac, device_name, product_key, agent_id, agent_path, net, secret_sealed, import_time)
     select '99' || lpad(n::text, 13, '0'), 'unit', product_key, agent_id, agent_path, net, secret_sealed, import_time
     from devices, generate_series(1, $2) n where device_id = $1`,
    [late.device_id, UNITS - 1],
  )
  // The ones that were made last have been silent the longest.
  await database.pool.query(
    `insert into device_status as s (device_id, online, first_online_at, last_online_at, last_arrival_at)
     select device_id, true, now(), now(), now() - device_id * interval '1 second' from devices
     where device_name = 'unit' or device_id = $1
     on conflict (device_id) do update set online = true, last_arrival_at = excluded.last_arrival_at`,
    [late.device_id],
  )
})

test('after a restart those who did not come back go off line some at a time, the longest silent first', async () => {
  const clock = createMovedClock(Date.now())
  const gateway = await startTestGateway(database, clock)
  clock.move(LIMITS.offline_grace_4g_ms - 1)
  expect(await gone()).toEqual([])
  clock.move(1)
  const firstOf = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
  await eventually(gone).toEqual(firstOf(SLICE.units))
  clock.move(SLICE.every_ms - 1)
  expect(await gone()).toEqual(firstOf(SLICE.units))
  // Who comes back while others are taken is not taken.
  const module = await connectModule(gateway, late, { now_ms: clock.now() })
  const isOver = async (count: number) => {
    clock.move(SLICE.every_ms)
    return (await gone()).length === count
  }
  await eventually(() => isOver(UNITS - 1)).toBe(true)
  expect(await gone()).toEqual(firstOf(UNITS - 1))
  await module.client.endAsync(true)
  await gateway.stop()
})
