import { ExportRequest, type ExportRequestOf } from '@heatfleet/contract/exports/exports.ts'
import { beforeAll, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import { signIn } from '../../../test/sign-in.ts'
import type { SmallFleet } from '../../../test/small-fleet.ts'
import { systemClock } from '../../platform/clock.ts'
import { insertVersion, moveVersion } from '../app-versions/public.ts'
import { appListExport } from './export-list.ts'

const database = useDatabase()
let fleet: SmallFleet

const addApp = async (app_name: string, platforms: string[], disabled = false): Promise<number> =>
  (
    await database.db
      .insertInto('applications')
      .values({ app_name, platforms, disabled, app_key: app_name, secret_hash: Buffer.alloc(32), created_by: null })
      .returning('app_id')
      .executeTakeFirstOrThrow()
  ).app_id

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  const app_id = await addApp('Home', ['ios', 'android'])
  await addApp('Mini', ['wechat'])
  await addApp('Old', ['ios'], true)
  const made = { at: new Date(systemClock.now()), by_uid: null }
  for (const version of ['1.9', '1.10', '2.0']) {
    const draft = { app_id, platform: 'android', version, build: 1, min_os: '', minimum_version: '' } as const
    const notes = { en: '', zh: '', pl: '' }
    const version_id = await insertVersion(
      database.db,
      {
        ...draft,
        update_type: 'optional',
        staged_percent: 100,
        notes,
        store_url: '',
        channel: 'stable',
        countries: [],
      },
      made,
    )
    if (version !== '2.0') await moveVersion(database.db, version_id, 'released', made)
  }
  const person = { nick_name: '', phone: null, email: null, app_id }
  await database.db.insertInto('app_users').values(person).execute()
})

/** What the file holds, page by page of two lines. */
const linesOf = async (filter: object = {}) => {
  const { caller } = await signIn({ database, clock: systemClock }, fleet.accounts.admin)
  const columns = ['app_name']
  const request = { kind: 'app-list', format: 'csv', file_name: 'x', time_zone: 'UTC', language: 'en', columns, filter }
  const listRequest = ExportRequest.parse(request) as ExportRequestOf<'app-list'> // the kind is its own
  const source = appListExport({ database })
  const found = []
  for (let after: string | null = null, first = true; first || after !== null; first = false) {
    const { rows, last } = await source.list(caller, listRequest, after, 2)
    found.push(...rows)
    after = last
  }
  expect(await source.count(caller, listRequest)).toBe(found.length)
  return found
}

it.each<[object, string[]]>([
  [{}, ['Home', 'Mini', 'Old']],
  [{ app_name: 'MIN' }, ['Mini']],
  [{ platform: 'ios' }, ['Home', 'Old']],
  [{ disabled: true }, ['Old']],
])('a file of apps with the filter %o holds %o', async (filter, names) => {
  expect((await linesOf(filter)).map(({ app_name }) => app_name)).toEqual(names)
})

it('contains the newest released version of each platform, the number of its users and whether it is disabled', async () => {
  const [home, , old] = await linesOf()
  expect(home).toMatchObject({
    platforms: ['ios', 'android'],
    current_android: '1.10',
    current_ios: null,
    user_count: 1,
    status: 'on',
  })
  expect(old).toMatchObject({ user_count: 0, status: 'off' })
  // The secret is returned once, and in no file.
  expect(Object.keys(home ?? {})).not.toContain('secret_hash')
})
