import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseTopic } from '@heatfleet/contract/device-protocol/device-topics.ts'
import { decodeOtaChunk, encodeOtaRequest } from '@heatfleet/contract/device-protocol/ota-frame.ts'
import { OtaAnnouncement } from '@heatfleet/contract/device-protocol/ota-messages.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { UpgradeState } from '@heatfleet/contract/transitions.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../test/database.ts'
import { eventually } from '../../test/eventually.ts'
import { imageOf, insertFirmware, sha256Of } from '../../test/firmware-case.ts'
import { connectModule, startTestGateway, type TestGateway, type TestModule } from '../../test/gateway.ts'
import { createMovedClock, type MovedClock } from '../../test/moved-clock.ts'
import type { SmallDevice, SmallFleet } from '../../test/small-fleet.ts'

const database = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'heatfleet-firmware-'))
const IMAGE = imageOf(2_500)
let fleet: SmallFleet
let device: SmallDevice
let firmware_id = 0
let clock: MovedClock
let gateway: TestGateway
const modules: TestModule[] = []

const startGateway = async (): Promise<void> => {
  gateway = await startTestGateway(database, clock, { firmware_folder: folder })
}
beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  const [first] = fleet.devices
  if (first === undefined) throw new Error('the small fleet has six devices')
  device = first
  firmware_id = await insertFirmware(database.db, fleet.product_key, IMAGE)
  writeFileSync(join(folder, `${firmware_id}.bin`), IMAGE)
})
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(async () => {
  await database.db.deleteFrom('upgrades').execute()
  clock = createMovedClock(Date.now())
  await startGateway()
})
afterEach(async () => {
  for (const module of modules.splice(0)) await module.client.endAsync(true)
  await gateway.stop()
})

/** An upgrade that the console queued. */
const queue = async (of = device): Promise<number> => {
  const at = new Date(clock.now())
  const expires_at = new Date(clock.now() + 72 * 3_600_000)
  const { upgrade_id } = await database.db
    .insertInto('upgrades')
    .values({
      firmware_id,
      device_id: of.device_id,
      rollout_id: null,
      from_version: '1.4.2',
      state: 'waiting',
      reason: null,
      created_at: at,
      moved_at: at,
      deadline_at: expires_at,
      expires_at,
      finished_at: null,
    })
    .returning('upgrade_id')
    .executeTakeFirstOrThrow()
  gateway.send({ kind: 'upgrades_changed', upgrade_ids: [upgrade_id] })
  return upgrade_id
}
const read = (upgrade_id: number) =>
  database.db
    .selectFrom('upgrades')
    .select(['state', 'reason', 'percent'])
    .where('upgrade_id', '=', upgrade_id)
    .executeTakeFirstOrThrow()
const reaches = (upgrade_id: number, state: UpgradeState, reason: string | null = null) =>
  eventually(() => read(upgrade_id)).toMatchObject({ state, reason })
/** The same while time passes in steps that a module notices. */
const reachesInTime = (upgrade_id: number, state: UpgradeState, reason: string) =>
  eventually(() => {
    clock.move(LIMITS.upgrade_announcement_ms)
    return read(upgrade_id)
  }).toMatchObject({ state, reason })

/** A module with what it heard of images. */
const connect = async (of = device) => {
  const module = await connectModule(gateway, of, { now_ms: clock.now() })
  modules.push(module)
  const frames: ReturnType<typeof decodeOtaChunk>[] = []
  module.client.on('message', (topic, payload) => {
    if (parseTopic(topic)?.channel === 'otac') frames.push(decodeOtaChunk(payload))
  })
  const announced = (): OtaAnnouncement[] =>
    module.received.filter(({ channel }) => channel === 'ota').map(({ message }) => OtaAnnouncement.parse(message))
  const request = (job: number, offset: number, length = 1024) =>
    module.send('otaq', encodeOtaRequest({ job, offset, length }), { qos: 0 })
  const say = (job: number, message: object) => module.send('ota', { id: `o-${job}`, ...message })
  const register = (fw: string, why: 'ota' | 'net' = 'ota') =>
    module.send('reg', { v: 1, did: of.mac, net: '4g', hw: 'DTU4G-B', fw, boot: 2, why })
  return { module, frames, announced, request, say, register }
}

describe('an upgrade', () => {
  it('is announced, served in pieces at its rate, and succeeds when the module shows the version', async () => {
    const { frames, announced, request, say, register } = await connect()
    const job = await queue()
    await eventually(() => announced()).toHaveLength(1)
    expect(announced()[0]).toMatchObject({ job, ver: '1.5.0', hw: 'DTU4G-B', size: 2_500, sha256: sha256Of(IMAGE) })
    await say(job, { st: 'accept', off: 0 })
    await reaches(job, 'accepted')
    for (const offset of [0, 1_024, 2_048]) await request(job, offset)
    await eventually(() => frames.length).toBe(1)
    await reaches(job, 'downloading')
    // 64 KiB a second: a piece of 1 KiB each 15.6 ms.
    await eventually(() => {
      clock.move(1_000)
      return frames.length
    }).toBe(3)
    const pieces = frames.flatMap((frame) => (frame.ok ? [Buffer.from(frame.chunk.data)] : []))
    expect(Buffer.concat(pieces)).toEqual(IMAGE)
    await say(job, { st: 'dl', pct: 100 })
    await say(job, { st: 'verify' })
    await say(job, { st: 'burn' })
    await reaches(job, 'restarting')
    await register('1.5.0')
    await reaches(job, 'success')
    // What comes later changes nothing.
    await say(job, { st: 'done', rc: 2 })
    await request(job, 0)
    await eventually(() => frames.at(-1)).toMatchObject({ ok: true, chunk: { status: 1 } })
    expect(await read(job)).toMatchObject({ state: 'success', percent: 100 })
  })

  it.each<[string, object[], UpgradeState, string | null]>([
    ['refused for its hardware', [{ st: 'reject', why: 'hw' }], 'rejected', 'hw'],
    [
      'with a damaged image',
      [{ st: 'accept', off: 0 }, { st: 'verify' }, { st: 'done', rc: 2, why: 'crc' }],
      'check_error',
      'crc',
    ],
    [
      'with a wrong signature',
      [{ st: 'accept', off: 0 }, { st: 'verify' }, { st: 'done', rc: 2, why: 'sig' }],
      'check_error',
      'sig',
    ],
    [
      'broken off',
      [
        { st: 'accept', off: 0 },
        { st: 'done', rc: 1 },
      ],
      'comm_exception',
      'broken_off',
    ],
    [
      'with words nobody knows',
      [
        { st: 'accept', off: 0 },
        { st: 'done', rc: 2, why: '<b>' },
      ],
      'check_error',
      'image_wrong',
    ],
    [
      'with an error of the module',
      [
        { st: 'accept', off: 0 },
        { st: 'done', rc: 117 },
      ],
      'check_error',
      'module_117',
    ],
    [
      'that only says it is done',
      [{ st: 'accept', off: 0 }, { st: 'verify' }, { st: 'done', rc: 0 }],
      'check_error',
      'version_not_shown',
    ],
  ])('%s ends with its result', async (_, messages, state, reason) => {
    const { announced, say } = await connect()
    const job = await queue()
    await eventually(() => announced().length).toBe(1)
    for (const message of messages) await say(job, message)
    await reaches(job, state, reason)
  })

  it('that comes back with the old version was rolled back', async () => {
    const { announced, say, register } = await connect()
    const job = await queue()
    await eventually(() => announced().length).toBe(1)
    for (const st of ['verify', 'burn']) await say(job, { st })
    await say(job, { st: 'accept', off: 0 })
    for (const st of ['verify', 'burn']) await say(job, { st })
    await reaches(job, 'restarting')
    await register('1.4.2')
    await reaches(job, 'check_error', 'rolled_back')
  })

  it.each([
    ['is not over while the module may still restart', '1.5.0', 'success', null],
    ['was rolled back when the old version stays', null, 'check_error', 'rolled_back'],
  ] as const)('whose module only lost its connection before its restart %s', async (_, next, state, reason) => {
    const { announced, say, register } = await connect()
    const job = await queue()
    await eventually(() => announced().length).toBe(1)
    await say(job, { st: 'accept', off: 0 })
    for (const st of ['verify', 'burn']) await say(job, { st })
    await reaches(job, 'restarting')
    await register('1.4.2', 'net')
    expect((await read(job)).state).toBe('restarting')
    if (next === null) await reachesInTime(job, state, reason ?? '')
    else {
      await register(next)
      await reaches(job, state, reason)
    }
  })

  it('without an answer is announced again, and given up in the end', async () => {
    const { announced } = await connect()
    const job = await queue()
    await reachesInTime(job, 'comm_exception', 'no_answer')
    expect(announced()).toHaveLength(LIMITS.upgrade_announcements_max)
  })

  it('that stands still is given up', async () => {
    const { announced, say } = await connect()
    const job = await queue()
    await eventually(() => announced().length).toBe(1)
    await say(job, { st: 'accept', off: 0 })
    await reaches(job, 'accepted')
    await reachesInTime(job, 'comm_exception', 'no_progress')
  })

  it('of a unit that is away waits for it, and ends when it never comes', async () => {
    const job = await queue()
    clock.move(60_000)
    expect((await read(job)).state).toBe('waiting')
    const { announced } = await connect()
    await eventually(() => announced().length).toBe(1)
    const other = await queue(fleet.devices[1])
    await eventually(() => {
      clock.move(3_600_000)
      return read(other)
    }).toMatchObject({ state: 'comm_exception', reason: 'offline' })
  })

  it('goes on after the gateway was killed, and after the module lost its connection', async () => {
    const first = await connect()
    const job = await queue()
    await eventually(() => first.announced().length).toBe(1)
    await first.say(job, { st: 'accept', off: 0 })
    await first.request(job, 0)
    await reaches(job, 'downloading')
    await first.module.client.endAsync(true)
    await gateway.stop()
    await startGateway()
    const second = await connect()
    // It is told once more, as it may have forgotten, and says from where it goes on.
    await eventually(() => second.announced().length).toBe(1)
    await second.say(job, { st: 'accept', off: 1_024 })
    await second.request(job, 1_024)
    await eventually(() => second.frames).toMatchObject([{ ok: true, chunk: { status: 0, offset: 1_024 } }])
    expect((await read(job)).state).toBe('downloading')
  })

  it('serves no job of another unit, nothing beyond its end, and nothing that is damaged', async () => {
    const own = await connect()
    const job = await queue()
    await eventually(() => own.announced().length).toBe(1)
    const [, other = device] = fleet.devices
    const stranger = await connect(other)
    await stranger.request(job, 0)
    await eventually(() => stranger.frames).toMatchObject([{ ok: true, chunk: { status: 1 } }])
    for (const [offset, length] of [
      [2_500, 10],
      [0, 0],
      [0, 60_000],
    ] as const)
      await own.request(job, offset, length)
    await eventually(() => own.frames).toMatchObject(Array.from({ length: 3 }, () => ({ chunk: { status: 2 } })))
    const damaged = encodeOtaRequest({ job, offset: 0, length: 10 })
    damaged[9] = (damaged[9] ?? 0) ^ 1
    await own.module.send('otaq', damaged, { qos: 0 })
    await own.request(job, 0, 10)
    await eventually(() => own.frames.length).toBe(4)
    expect(own.frames[3]).toMatchObject({ ok: true, chunk: { status: 0, offset: 0 } })
  })
})
