import { ExportRequest, type ExportRequestOf } from '@heatfleet/contract/exports/exports.ts'
import { beforeAll, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import { signIn } from '../../../test/sign-in.ts'
import type { SmallFleet } from '../../../test/small-fleet.ts'
import { systemClock } from '../../platform/clock.ts'
import { appVersionListExport } from './export-list.ts'
import { insertVersion, moveVersion } from './store.ts'

const database = useDatabase()
const ENTERED = new Date('2026-03-01T08:00:00Z')
const RELEASED = new Date('2026-03-02T08:00:00Z')
const PLACE = { channel: 'beta' as const, countries: ['CN', 'PL'] }
let fleet: SmallFleet
const apps: number[] = []

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  const by_uid = fleet.accounts.admin
  for (const app_name of ['Home', 'Mini']) {
    const { app_id } = await database.db
      .insertInto('applications')
      .values({ app_name, app_key: app_name, secret_hash: Buffer.alloc(32), created_by: null })
      .returning('app_id')
      .executeTakeFirstOrThrow()
    apps.push(app_id)
  }
  for (const [at, platform, version] of [
    [0, 'android', '1.9'],
    [0, 'ios', '2.0'],
    [1, 'wechat', '1.0'],
  ] as const) {
    const draft = { app_id: apps[at] ?? 0, platform, version, build: 9, min_os: '9.0', minimum_version: '1.2' }
    const notes = { en: 'Quieter.', zh: '更安静。', pl: '' }
    const version_id = await insertVersion(
      database.db,
      { ...draft, update_type: 'forced', staged_percent: 40, notes, store_url: 'https://example.com/app', ...PLACE },
      { at: ENTERED, by_uid },
    )
    if (platform === 'android') await moveVersion(database.db, version_id, 'released', { at: RELEASED, by_uid })
  }
})

/** What the file holds, page by page of one line. */
const linesOf = async (filter: object = {}) => {
  const { caller } = await signIn({ database, clock: systemClock }, fleet.accounts.admin)
  const columns = ['version']
  const about = { file_name: 'x', time_zone: 'UTC', language: 'en', columns, filter }
  const request = ExportRequest.parse({ kind: 'app-version-list', format: 'csv', ...about })
  const listRequest = request as ExportRequestOf<'app-version-list'> // the kind is its own
  const source = appVersionListExport({ database })
  const found = []
  for (let after: string | null = null, first = true; first || after !== null; first = false) {
    const { rows, last } = await source.list(caller, listRequest, after, 1)
    found.push(...rows)
    after = last
  }
  expect(await source.count(caller, listRequest)).toBe(found.length)
  return found
}

it.each<[string, () => object, string[]]>([
  ['no filter', () => ({}), ['1.9', '2.0', '1.0']],
  ['one app', () => ({ app_id: apps[0] }), ['1.9', '2.0']],
  ['a platform', () => ({ platform: 'wechat' }), ['1.0']],
  ['what is released', () => ({ status: 'released' }), ['1.9']],
  ['silent updates', () => ({ update_type: 'silent' }), []],
  ['a channel', () => ({ channel: 'stable' }), []],
  ['a country it is for', () => ({ country: 'PL' }), ['1.9', '2.0', '1.0']],
  ['a country it is not for', () => ({ country: 'DE' }), []],
  ['the day of the release', () => ({ from: RELEASED.toISOString() }), ['1.9']],
])('a file of versions with %s holds the same as the list', async (_what, filter, versions) => {
  expect((await linesOf(filter())).map(({ version }) => version)).toEqual(versions)
})

it('contains all fields of a version', async () => {
  expect((await linesOf())[0]).toEqual({
    app_name: 'Home',
    platform: 'android',
    version: '1.9',
    build: 9,
    status: 'released',
    update_type: 'forced',
    staged_percent: 40,
    min_os: '9.0',
    minimum_version: '1.2',
    notes_en: 'Quieter.',
    notes_zh: '更安静。',
    notes_pl: '',
    store_url: 'https://example.com/app',
    channel: 'beta',
    countries: 'CN, PL',
    package_name: '',
    package_size: null,
    package_sha256: '',
    downloads: 0,
    installs: 0,
    publisher: 'admin',
    create_time: ENTERED,
    scheduled_time: null,
    release_time: RELEASED,
  })
})
