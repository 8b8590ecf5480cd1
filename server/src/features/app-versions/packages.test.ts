import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { outcome, versionSteps } from '../../../test/app-versions-case.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { codeOf } from '../../../test/refusals.ts'
import { releaseDueVersions } from './tasks.ts'

const { database, console_, fleet } = useFleetConsole()
let admin: Call
let steps: ReturnType<typeof versionSteps>
beforeAll(async () => {
  admin = (await console_.signIn('admin')).call
  steps = versionSteps(database, console_, admin)
})

/** Two parts of an upload, beginning as a ZIP archive does. */
const PACKAGE = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(LIMITS.package_part_bytes + 500, 'heat')])
const factsOf = (bytes: Buffer, file_name = 'home.apk') => ({
  file_name,
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
})
const sendPart = (id: number, offset: number, bytes = PACKAGE, call = admin) =>
  call(api.appPackagePart, {
    params: { id },
    body: { offset, data: bytes.subarray(offset, offset + LIMITS.package_part_bytes).toString('base64') },
  })
const begin = (id: number, bytes = PACKAGE, call = admin) =>
  call(api.appPackageUpload, { params: { id }, body: factsOf(bytes) })
const finish = (id: number) => admin(api.appPackageFinish, { params: { id } })
const upload = async (id: number, bytes = PACKAGE) => {
  await begin(id, bytes)
  for (let at = 0; at < bytes.length; at += LIMITS.package_part_bytes) await sendPart(id, at, bytes)
  return finish(id)
}
const draft = async (part: Parameters<typeof steps.create>[2] = {}) => {
  const app = await steps.newApp()
  return { app, ...(await steps.create(app.app_id, '2.0', { store_url: '', ...part })) }
}
const kept = (version_id: number, kind: 'package' | 'part') =>
  existsSync(join(console_.exports_folder, 'firmware', `app-${version_id}.${kind}`))
type App = Awaited<ReturnType<typeof steps.newApp>>
const check = (app: App, more: { channel?: 'stable' | 'beta' | 'internal'; country?: string; version?: string } = {}) =>
  app.anonymous(api.appLatestVersion, {
    query: { platform: 'android', version: '1.0', installation: 'phone', ...more },
  })

describe('the package of a draft', () => {
  it('is sent in parts, goes on where it was, and is compared', async () => {
    const { version_id } = await draft()
    expect(await begin(version_id)).toEqual({ received: 0, size: PACKAGE.length })
    expect(await sendPart(version_id, 0)).toEqual({ received: LIMITS.package_part_bytes, size: PACKAGE.length })
    expect(await outcome(finish(version_id))).toBe('file_upload_failed')
    // Begun anew, after a reload of the page: the same file goes on, a part may come twice.
    expect(await begin(version_id)).toMatchObject({ received: LIMITS.package_part_bytes })
    await sendPart(version_id, 0)
    await sendPart(version_id, LIMITS.package_part_bytes)
    expect(await finish(version_id)).toMatchObject({ status: 'draft', package: factsOf(PACKAGE), downloads: 0 })
    expect([kept(version_id, 'package'), kept(version_id, 'part')]).toEqual([true, false])
    const { file_name, blob } = await admin(api.appPackageFile, { params: { id: version_id } })
    expect(file_name).toBe('home.apk')
    expect(Buffer.from(await blob.arrayBuffer()).equals(PACKAGE)).toBe(true)
  })

  it('begins at the first byte with another file', async () => {
    const { version_id } = await draft()
    await begin(version_id)
    await sendPart(version_id, 0)
    const other = Buffer.concat([PACKAGE, Buffer.from('!')])
    expect(await begin(version_id, other)).toMatchObject({ received: 0 })
  })

  it.each<[string, (id: number) => Promise<unknown>, string]>([
    ['a part beyond what came', (id) => sendPart(id, LIMITS.package_part_bytes), 'file_upload_failed'],
    [
      'other bytes than were announced',
      async (id) => {
        const wrong = Buffer.from(PACKAGE)
        wrong[wrong.length - 1] = 0
        await sendPart(id, 0, wrong)
        await sendPart(id, LIMITS.package_part_bytes, wrong)
        return finish(id)
      },
      'file_checksum_error',
    ],
    ['a file that is no package', (id) => upload(id, Buffer.from('MZ, a program')), 'package_unreadable'],
  ])('%s is refused', async (_, send, code) => {
    const { version_id } = await draft()
    await begin(version_id)
    expect(await codeOf(send(version_id))).toBe(code)
    expect(kept(version_id, 'package')).toBe(false)
  })

  it('is refused for a platform whose phones install from the store alone, and when the version is no draft', async () => {
    const ios = await draft({ platform: 'ios' })
    expect(await outcome(begin(ios.version_id))).toBe('package_platform')
    const { version_id } = await steps.versionIn('released')
    expect(await outcome(begin(version_id))).toBe('app_version_state')
    const android = await draft()
    await upload(android.version_id)
    const body = { ...(await admin(api.appVersionList, { body: { version_id: android.version_id } })).list[0] }
    const { app_id, version, build, store_url } = { version: '2.0', build: 1, store_url: '', ...body }
    const edited = { app_id: app_id ?? 0, platform: 'ios' as const, version, build, store_url }
    expect(await outcome(admin(api.editAppVersion, { params: { id: android.version_id }, body: edited }))).toBe(
      'package_platform platform',
    )
  })

  it('is needed where there is no store link, and goes with the draft', async () => {
    const { version_id } = await draft()
    expect(await outcome(steps.actions.release(version_id))).toBe('version_without_file store_url')
    await upload(version_id)
    expect(await admin(api.appPackageDelete, { params: { id: version_id } })).toMatchObject({ package: null })
    expect(kept(version_id, 'package')).toBe(false)
    await upload(version_id)
    await steps.actions.delete(version_id)
    expect(kept(version_id, 'package')).toBe(false)
  })

  it('is changed by who may edit versions, and read by who may view them', async () => {
    const { version_id } = await draft()
    await upload(version_id)
    const { call: auditor } = await console_.signIn('auditor')
    expect(await codeOf(begin(version_id, PACKAGE, auditor))).toBe('no_permission')
    const { call: city } = await console_.signIn('city_a1')
    expect(await codeOf(city(api.appPackageFile, { params: { id: version_id } }))).toBe('no_permission')
  })
})

describe('the link of the update check', () => {
  const released = async () => {
    const made = await draft()
    await upload(made.version_id)
    await steps.actions.release(made.version_id)
    const { latest } = await check(made.app)
    return { ...made, file: latest?.package ?? null, url: `${console_.base_url}${latest?.package?.url ?? ''}` }
  }

  it('gives the package without headers, whole or by range, and counts downloads', async () => {
    const { version_id, file, url } = await released()
    expect(file).toMatchObject(factsOf(PACKAGE))
    const whole = await fetch(url)
    expect(Buffer.from(await whole.arrayBuffer()).equals(PACKAGE)).toBe(true)
    expect(whole.headers.get('content-disposition')).toContain('home.apk')
    const part = await fetch(url, { headers: { range: 'bytes=4-7' } })
    expect([part.status, await part.text()]).toEqual([206, 'heat'])
    expect((await fetch(url, { headers: { range: `bytes=${PACKAGE.length}-` } })).status).toBe(416)
    expect((await fetch(url, { method: 'HEAD' })).headers.get('content-length')).toBe(String(PACKAGE.length))
    const { list } = await admin(api.appVersionList, { body: { version_id } })
    expect(list[0]?.downloads, 'the part and the head are none').toBe(1)
  })

  it('is worthless when it is changed, over, or the version is paused', async () => {
    const { version_id, url } = await released()
    const [id, expires, signature] = url.split('/').slice(-3)
    const open = async (...parts: (string | number | undefined)[]) =>
      (await fetch(`${console_.base_url}/app-package/${parts.join('/')}`)).status
    expect(await open(id, expires, signature)).toBe(200)
    expect(await open(id, Number(expires) + 1, signature)).toBe(404)
    expect(await open(Number(id) + 1, expires, signature)).toBe(404)
    expect(await open(id, expires, 'x'.repeat(43))).toBe(404)
    await steps.actions.pause(version_id)
    expect(await open(id, expires, signature)).toBe(410)
    await steps.actions.release(version_id)
    expect(await open(id, expires, signature)).toBe(200)
    console_.jump(LIMITS.package_link_ms + 2_000)
    expect(await open(id, expires, signature)).toBe(410)
    console_.jump(-LIMITS.package_link_ms - 2_000)
  })

  it('is missing where the version is in the store', async () => {
    const app = await registered()
    await steps.released(app.app_id, '2.0')
    expect((await check(app)).latest?.package).toBeNull()
  })
})

const registered = () => steps.newApp()

describe('channels and countries', () => {
  it('an installation is offered versions of its channel and of the more stable ones', async () => {
    const app = await registered()
    await steps.released(app.app_id, '2.0')
    await steps.released(app.app_id, '2.1', { channel: 'beta' })
    await steps.released(app.app_id, '2.2', { channel: 'internal' })
    const told = async (channel: 'stable' | 'beta' | 'internal') => (await check(app, { channel })).latest?.version
    expect([await told('stable'), await told('beta'), await told('internal')]).toEqual(['2.0', '2.1', '2.2'])
    // What was tried on a channel goes out on the next one under the same number.
    await steps.released(app.app_id, '2.1')
    expect(await told('stable')).toBe('2.1')
    expect(await outcome(steps.create(app.app_id, '2.0', { channel: 'beta' }))).toBe('version_not_higher version 2.1')
  })

  it('a phone is offered versions for its country', async () => {
    const app = await registered()
    await steps.released(app.app_id, '2.0', { countries: ['PL', 'DE'] })
    const told = async (country?: string) =>
      (await check(app, country === undefined ? {} : { country })).latest?.version ?? 'none'
    expect([await told('PL'), await told('CN'), await told()]).toEqual(['2.0', 'none', 'none'])
  })
})

describe('a release at a time', () => {
  const audited = async (object: string) =>
    database.db
      .selectFrom('audit_log')
      .select(['uid', 'user_name', 'result'])
      .where('action', '=', 'releaseAppVersion')
      .where('object', '=', object)
      .execute()
  const turn = (now_ms: number) =>
    releaseDueVersions({
      database,
      clock: { now: () => now_ms, after: () => () => {} },
      firmware_folder: console_.exports_folder,
      writeAudit: async (entry) => {
        await database.db
          .insertInto('audit_log')
          .values({ ...entry, detail: JSON.stringify(entry.detail) })
          .execute()
      },
    })

  it('comes by itself when the time has come, in the name of who planned it', async () => {
    const app = await registered()
    const { version_id } = await steps.create(app.app_id, '2.0')
    const now_ms = Date.now()
    const release_time = new Date(now_ms + 60_000).toISOString()
    const planned = await admin(api.scheduleAppVersion, { params: { id: version_id }, body: { release_time } })
    expect(planned).toMatchObject({ status: 'scheduled', scheduled_time: release_time, release_time: null })
    expect(await turn(Date.parse(release_time) - 1)).toBe(0)
    expect((await check(app)).update).toBe('none')
    expect(await turn(Date.parse(release_time))).toBe(1)
    expect((await check(app)).latest).toMatchObject({ version: '2.0', release_time })
    expect(await audited(`app-version ${version_id}`)).toEqual([
      { uid: fleet.accounts.admin, user_name: 'admin', result: 'ok' },
    ])
    expect(await turn(Date.parse(release_time) + 60_000)).toBe(0)
  })

  it.each([
    ['in the past', -1_000],
    ['further ahead than a year', LIMITS.version_schedule_ms * 2],
  ])('is refused %s', async (_, ahead_ms) => {
    const app = await registered()
    const { version_id } = await steps.create(app.app_id, '2.0')
    const time = new Date(Date.now() + ahead_ms).toISOString()
    expect(await outcome(steps.actions.schedule(version_id, admin, time))).toBe('schedule_time_wrong release_time')
  })

  it('demands what a release demands', async () => {
    const app = await registered()
    const bare = await steps.create(app.app_id, '2.0', { store_url: '' })
    const later = new Date(Date.now() + 60_000).toISOString()
    expect(await outcome(steps.actions.schedule(bare.version_id, admin, later))).toBe('version_without_file store_url')
    const forced = await steps.create(app.app_id, '2.1', { update_type: 'forced' })
    expect(await outcome(steps.actions.schedule(forced.version_id, admin, later))).toBe(
      'confirmation_mismatch confirm_version',
    )
  })
})
