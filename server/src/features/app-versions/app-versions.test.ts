import { api } from '@heatfleet/contract/api.ts'
import type { AppVersionDraft } from '@heatfleet/contract/app-versions/app-versions.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { draftOf, outcome, type VersionAction, versionSteps } from '../../../test/app-versions-case.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import type { SmallAccount } from '../../../test/small-fleet.ts'

const { database, console_ } = useFleetConsole()
let admin: Call
let steps: ReturnType<typeof versionSteps>

beforeAll(async () => {
  admin = (await console_.signIn('admin')).call
  steps = versionSteps(database, console_, admin)
})

describe('a version that is entered', () => {
  it('is a draft with the entered values, and offered to no app', async () => {
    const app = await steps.newApp()
    const notes = { en: 'Quieter.', zh: '更安静。', pl: 'Ciszej.' }
    const version = await steps.create(app.app_id, '2.4.1', { build: 77, min_os: '9.0', notes, staged_percent: 20 })
    expect(version).toMatchObject({ status: 'draft', build: 77, notes, publisher: 'admin', release_time: null })
    expect(version).toMatchObject({ update_type: 'optional', minimum_version: '', staged_percent: 20, min_os: '9.0' })
    const query = { platform: 'android', version: '1.0', installation: 'phone' } as const
    expect(await app.anonymous(api.appLatestVersion, { query })).toEqual({ update: 'none', latest: null })
    expect((await admin(api.appVersionList, { body: { app_id: app.app_id } })).list).toEqual([version])
  })

  it.each<[string, Partial<AppVersionDraft>, string]>([
    ['no number', { version: 'two' }, 'invalid_input version invalid_format'],
    ['build nought', { build: 0 }, 'invalid_input build too_small'],
    ['a share of nought', { staged_percent: 0 }, 'invalid_input staged_percent too_small'],
    ['a share above all', { staged_percent: 101 }, 'invalid_input staged_percent too_big'],
    [
      'notes too long',
      { notes: { en: 'x'.repeat(LIMITS.version_notes_max + 1), zh: '', pl: '' } },
      'invalid_input notes.en too_big',
    ],
    ['a store without https', { store_url: 'http://example.com/app' }, 'store_url_wrong store_url'],
    ['a store that is a script', { store_url: 'javascript:alert(1)' }, 'store_url_wrong store_url'],
    ['a minimum above itself', { minimum_version: '2.0.1' }, 'minimum_above_version minimum_version'],
    ['a minimum that is itself', { minimum_version: '2.0.0' }, 'ok'],
    ['an app that is not there', { app_id: 999_999 }, 'app_not_found app_id'],
  ])('with %s: %o: %s', async (_, part, expected) => {
    const { app_id } = await steps.newApp()
    const body = draftOf(app_id, '2.0', part)
    expect(await outcome(admin(api.createAppVersion, { body }))).toBe(expected)
    expect((await admin(api.appVersionList, { body: { app_id } })).total).toBe(expected === 'ok' ? 1 : 0)
  })
})

describe('versions go up, by app and platform', () => {
  it.each([
    ['2.4.2', 'android', 'ok'],
    ['2.10', 'android', 'ok'],
    ['2.4.1', 'android', 'version_not_higher version 2.4.1'],
    ['2.4.1.0', 'android', 'version_not_higher version 2.4.1'],
    ['2.4', 'android', 'version_not_higher version 2.4.1'],
    ['1.99', 'android', 'version_not_higher version 2.4.1'],
    ['1.0', 'ios', 'ok'],
    // Drafted once already.
    ['3.0.0', 'android', 'version_not_higher version 3.0.0'],
    ['2.9', 'android', 'ok'],
  ] as const)(
    '%s for %s is %s after 2.4.1 was released for android and withdrawn',
    async (version, platform, expected) => {
      const [{ app_id }, other] = [await steps.newApp(), await steps.newApp()]
      const { version_id } = await steps.released(app_id, '2.4.1')
      await steps.actions.withdraw(version_id)
      await steps.released(other.app_id, '9.0')
      const drafted = await steps.create(app_id, '3.0')
      expect(await outcome(steps.create(app_id, version, { platform }))).toBe(expected)
      // A draft changed to that version is validated the same way; keeping its own version is allowed.
      const edited = steps.actions.edit(drafted.version_id, admin, draftOf(app_id, version, { platform }))
      const taken = expected === 'ok' ? `version_not_higher version ${version}` : expected
      expect(await outcome(edited)).toBe(version === '3.0.0' ? 'ok' : taken)
    },
  )

  it('also at the release: of two drafts the lower one is too late', async () => {
    const { app_id } = await steps.newApp()
    const [low, high] = [await steps.create(app_id, '1.1'), await steps.create(app_id, '1.2')]
    expect(await outcome(steps.actions.release(high.version_id))).toBe('ok')
    expect(await outcome(steps.actions.release(low.version_id))).toBe('version_not_higher version 1.2')
    expect((await steps.rowOf(low.version_id))?.state).toBe('draft')
  })

  it('a paused one goes on though a higher one is out', async () => {
    const { app_id } = await steps.newApp()
    const { version_id } = await steps.released(app_id, '1.1')
    await steps.actions.pause(version_id)
    await steps.released(app_id, '1.2')
    expect(await outcome(steps.actions.release(version_id))).toBe('ok')
  })

  it('of two that are entered at once, one', async () => {
    const { app_id } = await steps.newApp()
    const answers = await Promise.all([1, 2, 3].map(() => outcome(steps.create(app_id, '1.0'))))
    expect(answers.toSorted()).toEqual(['ok', 'version_not_higher version 1.0', 'version_not_higher version 1.0'])
  })
})

describe('the list', () => {
  it('shows the highest of each app and platform first, filtered and page by page', async () => {
    const { app_id } = await steps.newApp()
    for (const version of ['1.9', '1.10', '1.11']) await steps.released(app_id, version)
    await steps.create(app_id, '1.0', { platform: 'ios', update_type: 'silent' })
    const list = async (body: object, query = {}) =>
      (await admin(api.appVersionList, { body: { app_id, ...body }, query })).list.map(
        ({ platform, version }) => `${platform} ${version}`,
      )
    expect(await list({})).toEqual(['android 1.11', 'android 1.10', 'android 1.9', 'ios 1.0'])
    expect(await list({}, { pageNo: 2, size: 2 })).toEqual(['android 1.9', 'ios 1.0'])
    expect(await list({ status: 'draft' })).toEqual(['ios 1.0'])
    expect(await list({ update_type: 'silent' })).toEqual(['ios 1.0'])
    expect(await list({ platform: 'android' })).toHaveLength(3)
    expect(await list({ to: '2026-01-01T00:00:00Z' })).toEqual([])
    expect(await list({ from: '2026-01-01T00:00:00Z' })).toHaveLength(4)
  })

  it('of apps shows the highest released version of each platform', async () => {
    const { app_id } = await steps.newApp()
    const current = async () =>
      (await admin(api.applicationList)).list.find((app) => app.app_id === app_id)?.current_versions
    expect(await current()).toEqual([])
    await steps.released(app_id, '1.9')
    const { version_id } = await steps.released(app_id, '1.10')
    await steps.released(app_id, '1.2', { platform: 'ios' })
    await steps.create(app_id, '2.0')
    expect(await current()).toEqual([
      { platform: 'android', version: '1.10' },
      { platform: 'ios', version: '1.2' },
    ])
    await steps.actions.withdraw(version_id)
    expect((await current())?.[0]).toEqual({ platform: 'android', version: '1.9' })
  })
})

it('of an unknown app is zero', async () => {
  const shares = (id: number) => outcome(admin(api.appVersionShares, { params: { id } }))
  expect(await shares(999_999)).toBe('app_not_found')
  expect(await shares((await steps.newApp()).app_id)).toBe('ok')
})

describe('who may', () => {
  it.each<[SmallAccount, (VersionAction | 'list' | 'create')[]]>([
    ['admin', ['list', 'create', 'edit', 'release', 'delete']],
    ['staff', ['list', 'create', 'edit', 'delete']],
    ['auditor', ['list']],
    ['province_a', []],
    ['factory', []],
  ])('%s: %j', async (user_name, allowed) => {
    const { call } = await console_.signIn(user_name)
    const { app_id, version_id } = await steps.versionIn('draft')
    const actions = {
      list: () => call(api.appVersionList),
      create: () => call(api.createAppVersion, { body: draftOf(app_id, '7.0') }),
      edit: () => steps.actions.edit(version_id, call, draftOf(app_id, '1.0.1')),
      release: () => steps.actions.release(version_id, call),
    }
    for (const [action, act] of Object.entries(actions)) {
      const may = allowed.some((name) => name === action)
      expect(`${action} ${await outcome(act())}`).toBe(`${action} ${may ? 'ok' : 'no_permission'}`)
    }
  })
})
