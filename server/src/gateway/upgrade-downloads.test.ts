import { parseTopic } from '@heatfleet/contract/device-protocol/device-topics.ts'
import { decodeOtaChunk, encodeOtaRequest, OTA_STATUS } from '@heatfleet/contract/device-protocol/ota-frame.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../test/database.ts'
import { eventually } from '../../test/eventually.ts'
import { imageOf, insertFirmware } from '../../test/firmware-case.ts'
import { connectModule, startTestGateway, type TestGateway, type TestModule } from '../../test/gateway.ts'
import { createMovedClock, type MovedClock } from '../../test/moved-clock.ts'
import type { SmallDevice } from '../../test/small-fleet.ts'

const MINUTE_MS = 60_000
const LIMIT_MINUTES = 5
const database = useDatabase()
let device: SmallDevice
let firmware_id = 0
let clock: MovedClock
let gateway: TestGateway
let module: TestModule

beforeAll(async () => {
  const fleet = await seedSmallFleet(database.db)
  const [first] = fleet.devices
  if (first === undefined) throw new Error('the small fleet has six devices')
  device = first
  firmware_id = await insertFirmware(database.db, fleet.product_key, imageOf(2_500))
})
beforeEach(async () => {
  await database.db.deleteFrom('upgrades').execute()
  clock = createMovedClock(Date.now())
  gateway = await startTestGateway(database, clock)
  module = await connectModule(gateway, device, { now_ms: clock.now() })
})
afterEach(async () => {
  await module.client.endAsync(true)
  await gateway.stop()
})

/** An upgrade of a campaign that ends a download after five minutes. */
const queue = async (): Promise<number> => {
  const at = new Date(clock.now())
  const expires_at = new Date(clock.now() + 72 * 60 * MINUTE_MS)
  const { upgrade_id } = await database.db
    .insertInto('upgrades')
    .values({
      firmware_id,
      device_id: device.device_id,
      rollout_id: null,
      from_version: '1.4.2',
      state: 'waiting',
      reason: null,
      created_at: at,
      moved_at: at,
      deadline_at: expires_at,
      expires_at,
      limit_at: new Date(clock.now() + LIMIT_MINUTES * MINUTE_MS),
      finished_at: null,
    })
    .returning('upgrade_id')
    .executeTakeFirstOrThrow()
  gateway.send({ kind: 'upgrades_changed', upgrade_ids: [upgrade_id] })
  await eventually(() => module.received.filter(({ channel }) => channel === 'ota').length).toBe(1)
  return upgrade_id
}
const read = (upgrade_id: number) =>
  database.db
    .selectFrom('upgrades')
    .select(['state', 'reason', 'percent'])
    .where('upgrade_id', '=', upgrade_id)
    .executeTakeFirstOrThrow()
const say = (job: number, message: object) => module.send('ota', { id: `o-${job}`, ...message })

describe('a download with a limit of its own', () => {
  it('ends with a communication exception, however busy its module is', async () => {
    const job = await queue()
    await say(job, { st: 'accept', off: 0 })
    let minutes = 0
    await eventually(async () => {
      // It makes progress each minute, which keeps every other deadline away.
      await say(job, { st: 'dl', pct: Math.min(90, minutes * 10) })
      clock.move(MINUTE_MS)
      minutes += 1
      return read(job)
    }).toMatchObject({ state: 'comm_exception', reason: 'timed_out' })
    expect(minutes).toBeGreaterThanOrEqual(LIMIT_MINUTES)
    expect(LIMIT_MINUTES * MINUTE_MS).toBeLessThan(LIMITS.upgrade_progress_ms)
  })

  it('is not ended while it is verified and started', async () => {
    const job = await queue()
    await say(job, { st: 'accept', off: 0 })
    await say(job, { st: 'verify' })
    await eventually(() => read(job)).toMatchObject({ state: 'verifying', reason: null })
    clock.move(LIMIT_MINUTES * MINUTE_MS)
    await say(job, { st: 'burn' })
    await eventually(() => read(job)).toMatchObject({ state: 'restarting', reason: null })
    await module.send('reg', { v: 1, did: device.mac, net: '4g', hw: 'DTU4G-B', fw: '1.5.0', boot: 2, why: 'ota' })
    await eventually(() => read(job)).toMatchObject({ state: 'success', reason: null })
  })
})

describe('progress of a download', () => {
  it('is written for all together, and finds out that an upgrade was taken back', async () => {
    const answers: number[] = []
    module.client.on('message', (topic, payload) => {
      const piece = parseTopic(topic)?.channel === 'otac' ? decodeOtaChunk(payload) : null
      if (piece?.ok === true) answers.push(piece.chunk.status)
    })
    const job = await queue()
    await say(job, { st: 'accept', off: 0 })
    for (const pct of [10, 40, 30]) await say(job, { st: 'dl', pct })
    await eventually(() => {
      clock.move(1_000)
      return read(job)
    }).toMatchObject({ state: 'downloading', percent: 40 })
    // Behind the gateway's back.
    const finished_at = new Date(clock.now())
    await database.db.updateTable('upgrades').set({ state: 'cancelled', finished_at }).execute()
    await say(job, { st: 'dl', pct: 70 })
    await eventually(async () => {
      clock.move(1_000)
      await module.send('otaq', encodeOtaRequest({ job, offset: 0, length: 1_024 }), { qos: 0 })
      return answers.at(-1)
    }).toBe(OTA_STATUS.no_job)
    expect(await read(job)).toMatchObject({ state: 'cancelled', percent: 40 })
  })
})
