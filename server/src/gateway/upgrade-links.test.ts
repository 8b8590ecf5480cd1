import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseTopic } from '@heatfleet/contract/device-protocol/device-topics.ts'
import { decodeOtaChunk, encodeOtaRequest } from '@heatfleet/contract/device-protocol/ota-frame.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../test/database.ts'
import { eventually } from '../../test/eventually.ts'
import { imageOf, insertFirmware } from '../../test/firmware-case.ts'
import { connectModule, startTestGateway, type TestGateway, type TestModule } from '../../test/gateway.ts'
import type { SmallDevice } from '../../test/small-fleet.ts'

const URL = 'https://heat.example.com'
const IMAGE = imageOf(2_500)
const database = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'heatfleet-firmware-'))
let device: SmallDevice
let firmware_id = 0
let gateway: TestGateway
let module: TestModule

beforeAll(async () => {
  const fleet = await seedSmallFleet(database.db)
  const [first] = fleet.devices
  if (first === undefined) throw new Error('the small fleet has six devices')
  device = first
  firmware_id = await insertFirmware(database.db, fleet.product_key, IMAGE)
  writeFileSync(join(folder, `${firmware_id}.bin`), IMAGE)
})
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(() => database.db.deleteFrom('upgrades').execute())
afterEach(async () => {
  await module.client.endAsync(true)
  await gateway.stop()
})

/** A running upgrade of a module, announced by a gateway that knows the address of the console, or does not. */
const announced = async (firmware_url: string | null) => {
  gateway = await startTestGateway(database, undefined, { firmware_folder: folder, firmware_url })
  module = await connectModule(gateway, device)
  const at = new Date()
  const expires_at = new Date(Date.now() + 72 * 3_600_000)
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
      finished_at: null,
    })
    .returning('upgrade_id')
    .executeTakeFirstOrThrow()
  gateway.send({ kind: 'upgrades_changed', upgrade_ids: [upgrade_id] })
  const said = () => module.received.filter(({ channel }) => channel === 'ota').map(({ message }) => message)
  await eventually(() => said().length).toBe(1)
  const accept = (more: object = {}) =>
    module.send('ota', { id: `o-${upgrade_id}`, st: 'accept', off: 0, ...more }, { qos: 1 })
  const reaches = (state: string) =>
    eventually(() =>
      database.db.selectFrom('upgrades').select('state').where('upgrade_id', '=', upgrade_id).executeTakeFirstOrThrow(),
    ).toEqual({ state })
  return { job: upgrade_id, said, accept, reaches }
}

describe('a module that fetches files over HTTP', () => {
  it('is given a link of its own when it accepts, and a new one when it accepts again', async () => {
    const { job, said, accept } = await announced(URL)
    expect(said()[0]).toMatchObject({ job, http: 1 })
    await accept({ http: 1 })
    await eventually(() => said().length).toBe(2)
    const { id, link } = said()[1] as { id: string; link: string }
    expect(id).toBe(`o-${job}`)
    expect(link).toMatch(new RegExp(`^${URL}/firmware/${device.mac}/[A-Za-z0-9_-]{43}$`))
    await accept({ http: 1 })
    await eventually(() => said().length).toBe(3)
    expect(said()[2]?.link).not.toBe(link)
    expect(await database.db.selectFrom('upgrade_links').select(['upgrade_id', 'issued']).execute()).toEqual([
      { upgrade_id: job, issued: 2 },
    ])
  })

  it('may go on with chunks at any byte when the link fails', async () => {
    const { job, said, accept, reaches } = await announced(URL)
    const frames: ReturnType<typeof decodeOtaChunk>[] = []
    module.client.on('message', (topic, payload) => {
      if (parseTopic(topic)?.channel === 'otac') frames.push(decodeOtaChunk(payload))
    })
    await accept({ http: 1 })
    await eventually(() => said().length).toBe(2)
    await module.send('otaq', encodeOtaRequest({ job, offset: 1_337, length: 1024 }), { qos: 0 })
    await eventually(() => frames).toMatchObject([{ ok: true, chunk: { status: 0, offset: 1_337 } }])
    const [frame] = frames
    expect(frame?.ok && Buffer.from(frame.chunk.data)).toEqual(IMAGE.subarray(1_337, 2_361))
    await reaches('downloading')
  })

  it('counts as downloading by what it says, without a chunk', async () => {
    const { job, said, accept, reaches } = await announced(URL)
    await accept({ http: 1 })
    await eventually(() => said().length).toBe(2)
    await module.send('ota', { id: `o-${job}`, st: 'dl', pct: 0 })
    await reaches('downloading')
  })

  it('gets none that it did not ask for, and none where modules are told no address', async () => {
    const { said, accept, reaches } = await announced(URL)
    await accept()
    await reaches('accepted')
    expect(said()).toHaveLength(1)
    await module.client.endAsync(true)
    await gateway.stop()
    await database.db.deleteFrom('upgrades').execute()
    const without = await announced(null)
    expect(without.said()[0]).not.toHaveProperty('http')
    await without.accept({ http: 1 })
    await without.reaches('accepted')
    expect(without.said()).toHaveLength(1)
    expect(await database.db.selectFrom('upgrade_links').select('upgrade_id').execute()).toEqual([])
  })
})
