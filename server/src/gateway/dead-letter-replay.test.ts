import { beforeAll, expect, test } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../test/database.ts'
import { eventually } from '../../test/eventually.ts'
import { reportOf, startTestGateway, type TestGateway } from '../../test/gateway.ts'
import type { SmallDevice, SmallFleet } from '../../test/small-fleet.ts'

const database = useDatabase()
let fleet: SmallFleet
let gateway: TestGateway
let device: SmallDevice

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  gateway = await startTestGateway(database)
  const [first] = fleet.devices
  if (first === undefined) throw new Error('the small fleet has six devices')
  device = first
  return () => gateway.stop()
})

const arrived = new Date(Date.now() - 3_600_000)
const park = async (mac: string, reason: string, payload: Uint8Array): Promise<number> => {
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into dead_letters (at, mac, topic, reason, payload) values ($1, $2, 'blk', $3, $4)
     returning dead_letter_id::int as id`,
    [arrived, mac, reason, Buffer.from(payload)],
  )
  return rows[0]?.id ?? 0
}
const letter = (id: number) =>
  database.db.selectFrom('dead_letters').select(['reason', 'tries']).where('dead_letter_id', '=', String(id)).execute()
const countStored = async (): Promise<number> =>
  (await database.db.selectFrom('report_hot').select('at').where('device_id', '=', device.device_id).execute()).length

test('a frame whose unit is there by now is stored as of its time and leaves the list; once more is a duplicate', async () => {
  const ts = Math.floor(arrived.getTime() / 1_000)
  const frame = reportOf(7, ts, [1])
  const id = await park(device.mac, 'unknown_device', frame)
  gateway.send({ kind: 'dead_letters_replayed', dead_letter_ids: [id] })
  await eventually(() => letter(id)).toEqual([])
  const stored = await database.db.selectFrom('report_hot').select(['at', 'device_id']).execute()
  expect(stored).toEqual([{ at: new Date(ts * 1_000), device_id: device.device_id }])
  const again = await park(device.mac, 'unknown_device', frame)
  gateway.send({ kind: 'dead_letters_replayed', dead_letter_ids: [again] })
  await eventually(() => letter(again)).toEqual([])
  expect(await countStored()).toBe(1)
})

test('one that fails again stays with its new reason and counts the attempt', async () => {
  const unknown = await park('86999999999999', 'not_storable', reportOf(8, Math.floor(arrived.getTime() / 1_000), [1]))
  const broken = await park(device.mac, 'unknown_device', Buffer.from('4850', 'hex'))
  gateway.send({ kind: 'dead_letters_replayed', dead_letter_ids: [unknown, broken, 999_999] })
  await eventually(() => letter(unknown)).toEqual([{ reason: 'unknown_device', tries: 1 }])
  await eventually(() => letter(broken)).toEqual([{ reason: 'too_short', tries: 1 }])
})
