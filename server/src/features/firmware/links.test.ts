import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { OtaLink } from '@heatfleet/contract/device-protocol/ota-messages.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { UpgradeState } from '@heatfleet/contract/transitions.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startConsole, type TestConsole } from '../../../test/console-world.ts'
import { useDatabase } from '../../../test/database.ts'
import { eventually } from '../../../test/eventually.ts'
import { imageOf, insertFirmware, sha256Of } from '../../../test/firmware-case.ts'
import { type SmallDevice, seedSmallFleet } from '../../../test/small-fleet.ts'
import { createLinkIssuer } from './links.ts'
import { listOpenUpgrades } from './store-runner.ts'

const database = useDatabase()
/** Two seconds at the rate of one module. */
const IMAGE = imageOf(2 * LIMITS.upgrade_bytes_per_s)
const ETAG = `"${sha256Of(IMAGE)}"`
let console_: TestConsole
let own: SmallDevice
let other: SmallDevice
let firmware_id = 0

beforeAll(async () => {
  const { devices, product_key } = await seedSmallFleet(database.db)
  const [first, second] = devices
  if (first === undefined || second === undefined) throw new Error('the small fleet has six devices')
  ;[own, other] = [first, second]
  console_ = await startConsole(database)
  firmware_id = await insertFirmware(database.db, product_key, IMAGE)
  const folder = join(console_.exports_folder, 'firmware')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${firmware_id}.bin`), IMAGE)
  writeFileSync(join(folder, 'secret.txt'), 'not an image')
})
afterAll(() => console_.close())
beforeEach(async () => {
  await database.db.deleteFrom('upgrades').execute()
})

const queue = async (device: SmallDevice, state: UpgradeState = 'accepted'): Promise<number> => {
  const at = new Date()
  const until = new Date(Date.now() + 72 * 3_600_000)
  const times = { created_at: at, moved_at: at, deadline_at: until, expires_at: until, finished_at: null }
  const { upgrade_id } = await database.db
    .insertInto('upgrades')
    .values({
      firmware_id,
      device_id: device.device_id,
      rollout_id: null,
      from_version: '1.4.2',
      state,
      reason: null,
      ...times,
    })
    .returning('upgrade_id')
    .executeTakeFirstOrThrow()
  return upgrade_id
}
const moveTo = (upgrade_id: number, state: UpgradeState) =>
  database.db.updateTable('upgrades').set({ state }).where('upgrade_id', '=', upgrade_id).execute()

/** What the module is sent; null = nothing. */
const issue = async (upgrade_id: number, url: string | null = `${console_.base_url}/`): Promise<string | null> => {
  const [job] = await listOpenUpgrades(database.pool, [upgrade_id])
  if (job === undefined) throw new Error('no such upgrade')
  const sent: { did: string; channel: string; message: OtaLink }[] = []
  const transport = {
    publish: (did: string, channel: string, payload: Uint8Array) =>
      void sent.push({ did, channel, message: OtaLink.parse(JSON.parse(Buffer.from(payload).toString())) }),
  }
  await createLinkIssuer({ pool: database.pool, clock: { now: Date.now }, transport, url }).issue(job)
  expect(sent.map(({ did, channel }) => [did, channel])).toEqual(sent.length === 0 ? [] : [[job.mac, 'ota']])
  return sent[0]?.message.link ?? null
}
const linkOf = async (device = own): Promise<{ link: string; job: number }> => {
  const job = await queue(device)
  return { job, link: (await issue(job)) ?? '' }
}
const get = (link: string, headers: Record<string, string> = {}, method = 'GET') => fetch(link, { method, headers })
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
const statusOf = async (link: string, headers: Record<string, string> = {}): Promise<number> => {
  const response = await get(link, headers)
  await response.body?.cancel()
  return response.status
}

/** Receives at least `enough` bytes from `from` on, then breaks the connection as a lost network does. */
const receive = (link: string, from: number, enough: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const got: Buffer[] = []
    const asked = request(link, { headers: { range: `bytes=${from}-`, 'if-range': ETAG } }, (response) => {
      if (response.statusCode !== 206) return reject(new Error(String(response.statusCode)))
      response.on('data', (bytes: Buffer) => {
        got.push(bytes)
        if (Buffer.concat(got).length < enough) return
        asked.destroy()
        resolve(Buffer.concat(got).subarray(0, enough))
      })
      response.on('end', () => resolve(Buffer.concat(got)))
      response.on('error', () => resolve(Buffer.concat(got).subarray(0, enough)))
    })
    asked.on('error', reject)
    asked.end()
  })

describe('a link to an image', () => {
  it('gives the whole image, told by HEAD, without a session', async () => {
    const { link } = await linkOf()
    const head = await get(link, {}, 'HEAD')
    expect([head.status, (await head.text()).length]).toEqual([200, 0])
    const told = ['content-length', 'accept-ranges', 'etag', 'cache-control'].map((name) => head.headers.get(name))
    expect(told).toEqual([String(IMAGE.length), 'bytes', ETAG, 'no-store'])
    const whole = await get(link)
    expect([whole.status, whole.headers.get('etag')]).toEqual([200, ETAG])
    expect(sha256Of(await bytesOf(whole))).toBe(sha256Of(IMAGE))
  })

  it('goes on at any byte after a cut', async () => {
    const { link } = await linkOf()
    let have = Buffer.alloc(0)
    // Odd places: within a piece, at its edges, one byte before the end.
    for (const cut of [1, 777, 16_384, 16_385, 40_001, 65_536, IMAGE.length - 1, IMAGE.length])
      have = Buffer.concat([have, await receive(link, have.length, cut - have.length)])
    expect(createHash('sha256').update(have).digest('hex')).toBe(sha256Of(IMAGE))
  })

  it.each([
    ['bytes=10-19', 206, 'bytes 10-19/131072', 10],
    ['bytes=-7', 206, 'bytes 131065-131071/131072', 7],
    ['bytes=131072-', 416, 'bytes */131072', 0],
  ])('answers %s with %i', async (range, status, content_range, length) => {
    const { link } = await linkOf()
    const response = await get(link, { range })
    expect([response.status, response.headers.get('content-range')]).toEqual([status, content_range])
    expect(await bytesOf(response)).toHaveLength(length)
  })

  it('gives the whole when the range is of another version', async () => {
    const { link } = await linkOf()
    expect(await statusOf(link, { range: 'bytes=5-', 'if-range': '"other"' })).toBe(200)
    expect(await statusOf(link, { range: 'bytes=5-', 'if-range': ETAG })).toBe(206)
  })

  it('is kept as a hash alone, and a new one takes the place of the one before', async () => {
    const { link, job } = await linkOf()
    const token = link.split('/').at(-1) ?? ''
    const stored = await database.db.selectFrom('upgrade_links').selectAll().executeTakeFirstOrThrow()
    expect(stored.token_hash).toHaveLength(32)
    expect(JSON.stringify(stored)).not.toContain(token)
    const next = (await issue(job)) ?? ''
    expect([await statusOf(link), await statusOf(next)]).toEqual([404, 200])
  })

  it('is worth nothing to another module', async () => {
    const { link } = await linkOf()
    await linkOf(other)
    expect(await statusOf(link.replace(own.mac, other.mac))).toBe(404)
    expect(await statusOf(link)).toBe(200)
  })

  it.each<[string, (job: number) => Promise<unknown>]>([
    [
      'its time is over',
      () =>
        database.db
          .updateTable('upgrade_links')
          .set({ expires_at: new Date(0) })
          .execute(),
    ],
    ['the module checks the image', (job) => moveTo(job, 'verifying')],
    ['the upgrade succeeded', (job) => moveTo(job, 'success')],
    ['the upgrade was taken back', (job) => moveTo(job, 'cancelled')],
    ['the upgrade waits for its module again', (job) => moveTo(job, 'waiting')],
  ])('is over when %s', async (_, change) => {
    const { link, job } = await linkOf()
    await change(job)
    expect(await statusOf(link)).toBe(410)
    expect((await get(link, {}, 'HEAD')).status).toBe(410)
  })

  it('goes on however often its connection breaks', async () => {
    const { link } = await linkOf()
    let have = Buffer.alloc(0)
    for (let cut = 0; cut < 12; cut += 1) have = Buffer.concat([have, await receive(link, have.length, 1)])
    have = Buffer.concat([have, await receive(link, have.length, IMAGE.length)])
    expect(sha256Of(have)).toBe(sha256Of(IMAGE))
  })

  it('is used up when it gave what it gives', async () => {
    const { link } = await linkOf()
    const bytes_left = async () =>
      Number((await database.db.selectFrom('upgrade_links').select('bytes_left').executeTakeFirstOrThrow()).bytes_left)
    expect(await bytes_left()).toBe(2 * IMAGE.length + LIMITS.upgrade_link_spare_bytes)
    await database.db.updateTable('upgrade_links').set({ bytes_left: '10' }).execute()
    expect(await statusOf(link)).toBe(410)
    expect(await bytesOf(await get(link, { range: 'bytes=0-9' }))).toEqual(IMAGE.subarray(0, 10))
    expect(await statusOf(link, { range: 'bytes=0-0' })).toBe(410)
    expect(await bytes_left()).toBe(0)
  })

  it('is given so often for one upgrade, and not at all where modules are told no address', async () => {
    const job = await queue(own)
    for (let issued = 0; issued < LIMITS.upgrade_links_max; issued += 1) expect(await issue(job)).not.toBeNull()
    expect(await issue(job)).toBeNull()
    expect(await issue(await queue(other), null)).toBeNull()
  })

  it('is gone with its upgrade', async () => {
    const { link, job } = await linkOf()
    await database.db.deleteFrom('upgrades').where('upgrade_id', '=', job).execute()
    expect(await statusOf(link)).toBe(404)
  })

  it.each([
    (mac: string) => `/firmware/${mac}/${'A'.repeat(43)}`,
    (mac: string) => `/firmware/${mac}/`,
    (mac: string) => `/firmware/${mac}/..%2f..%2fsecret.txt`,
    (mac: string) => `/firmware/${mac}/%00`,
    (mac: string) => `/firmware/${mac}/${'A'.repeat(42)}%0a`,
    () => '/firmware/../firmware/secret.txt',
    () => '/firmware/%2e%2e/secret.txt',
    () => '/firmware/secret.txt',
    () => `/firmware/'or 1=1--/${'A'.repeat(43)}`,
    (mac: string) => `/firmware/${mac}/${'A'.repeat(300)}`,
  ])('cannot be guessed or walked from', async (path) => {
    await linkOf()
    const response = await get(`${console_.base_url}${path(own.mac)}`)
    expect([400, 404, 414]).toContain(response.status)
    expect(await response.text()).not.toContain('not an image')
  })
})

describe('transfers over HTTP', () => {
  it('keep to the rate of one module', async () => {
    const { link } = await linkOf()
    const began = performance.now()
    await bytesOf(await get(link))
    // 128 KiB at 64 KiB a second; the last piece waits for nothing.
    expect(performance.now() - began).toBeGreaterThan(1_000)
  })

  it('are one for each upgrade: a new connection ends the one before', async () => {
    const { link } = await linkOf()
    const first = await get(link)
    const second = await get(link)
    await expect(bytesOf(first)).rejects.toThrow()
    expect(await bytesOf(second)).toHaveLength(IMAGE.length)
  })

  it('end with their upgrade', async () => {
    const large = imageOf(10 * LIMITS.upgrade_bytes_per_s, 3)
    writeFileSync(join(console_.exports_folder, 'firmware', `${firmware_id}.bin`), large)
    await database.db.updateTable('firmware').set({ size: large.length }).execute()
    try {
      const { link, job } = await linkOf()
      const begun = await get(link)
      await moveTo(job, 'cancelled')
      await expect(bytesOf(begun)).rejects.toThrow()
    } finally {
      await database.db.updateTable('firmware').set({ size: IMAGE.length }).execute()
      writeFileSync(join(console_.exports_folder, 'firmware', `${firmware_id}.bin`), IMAGE)
    }
  })

  it('are counted', async () => {
    const { link } = await linkOf()
    await bytesOf(await get(link))
    await eventually(async () => (await fetch(`${console_.base_url}/metrics`)).text()).toMatch(
      /heatfleet_image_bytes_total [1-9]/,
    )
  })
})
