import { api } from '@heatfleet/contract/api.ts'
import type { AppVersionDraft } from '@heatfleet/contract/app-versions.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { APP_VERSION_STATES, type AppVersionState } from '@heatfleet/contract/transitions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerApp, type TestApp } from '../../../test/app-client.ts'
import { startConsole, type TestConsole } from '../../../test/console-world.ts'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import type { SmallAccount } from '../../../test/small-fleet.ts'

const database = useDatabase()
let console_: TestConsole
let admin: Call

beforeAll(async () => {
  await seedSmallFleet(database.db)
  console_ = await startConsole(database)
  admin = (await console_.signIn('admin')).call
})
afterAll(() => console_.close())

/** `ok`, or the code of the refusal with field, rule and numbers where it has them. */
const outcome = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'ok',
    (error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      const { rule, version, percent } = error.details ?? {}
      return [error.code, error.field, rule, version, percent].filter(Boolean).join(' ')
    },
  )

let made = 0
/** An app of its own for each test. */
const newApp = (): Promise<TestApp> => {
  made += 1
  return registerApp(database.db, console_.base_url, `App ${made}`)
}
const STORE = 'https://example.com/store/home'
const draftOf = (app_id: number, version: string, part: Partial<AppVersionDraft> = {}) =>
  ({ app_id, platform: 'android', version, build: 1, store_url: STORE, ...part }) as const
const create = (app_id: number, version: string, part: Partial<AppVersionDraft> = {}) =>
  admin(api.createAppVersion, { body: draftOf(app_id, version, part) })

type Confirm = { confirm_version?: string }
/** What may be done with a version, by its number. */
const DEEDS = {
  edit: (id: number, call = admin, body = draftOf(1, '9.9')) => call(api.editAppVersion, { params: { id }, body }),
  delete: (id: number, call = admin) => call(api.deleteAppVersion, { params: { id } }),
  release: (id: number, call = admin, body: Confirm = {}) => call(api.releaseAppVersion, { params: { id }, body }),
  stage: (id: number, call = admin, staged_percent = 100) =>
    call(api.stageAppVersion, { params: { id }, body: { staged_percent } }),
  pause: (id: number, call = admin) => call(api.pauseAppVersion, { params: { id } }),
  withdraw: (id: number, call = admin) => call(api.withdrawAppVersion, { params: { id } }),
}
type Deed = keyof typeof DEEDS
const released = async (app_id: number, version: string, part: Partial<AppVersionDraft> = {}) => {
  const { version_id } = await create(app_id, version, part)
  return DEEDS.release(version_id, admin, { confirm_version: version })
}
const stateOf = async (id: number) =>
  (await database.db.selectFrom('app_versions').select('state').where('version_id', '=', id).executeTakeFirst())?.state

/** A version that stands in this state. */
const versionIn = async (state: AppVersionState) => {
  const { app_id } = await newApp()
  const { version_id } = await create(app_id, '1.0', { staged_percent: 10 })
  const way = {
    draft: [],
    released: ['release'],
    paused: ['release', 'pause'],
    withdrawn: ['release', 'withdraw'],
  } as const
  for (const deed of way[state]) await DEEDS[deed](version_id)
  return { app_id, version_id }
}

describe('a version that is entered', () => {
  it('is a draft with what was typed, and no app is told of it', async () => {
    const app = await newApp()
    const notes = { en: 'Quieter.', zh: '更安静。', pl: 'Ciszej.' }
    const version = await create(app.app_id, '2.4.1', { build: 77, min_os: '9.0', notes, staged_percent: 20 })
    expect(version).toMatchObject({ status: 'draft', build: 77, notes, publisher: 'admin', release_time: null })
    expect(version).toMatchObject({ update_type: 'optional', minimum_version: '', staged_percent: 20, min_os: '9.0' })
    expect(await ask(app, '1.0')).toEqual({ update: 'none', latest: null })
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
    const { app_id } = await newApp()
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
      const [{ app_id }, other] = [await newApp(), await newApp()]
      const { version_id } = await released(app_id, '2.4.1')
      await DEEDS.withdraw(version_id)
      await released(other.app_id, '9.0')
      const drafted = await create(app_id, '3.0')
      expect(await outcome(create(app_id, version, { platform }))).toBe(expected)
      // A draft that is changed to it is judged alike; it may be what it is.
      const edited = DEEDS.edit(drafted.version_id, admin, draftOf(app_id, version, { platform }))
      const taken = expected === 'ok' ? `version_not_higher version ${version}` : expected
      expect(await outcome(edited)).toBe(version === '3.0.0' ? 'ok' : taken)
    },
  )

  it('also at the release: of two drafts the lower one is too late', async () => {
    const { app_id } = await newApp()
    const [low, high] = [await create(app_id, '1.1'), await create(app_id, '1.2')]
    expect(await outcome(DEEDS.release(high.version_id))).toBe('ok')
    expect(await outcome(DEEDS.release(low.version_id))).toBe('version_not_higher version 1.2')
    expect(await stateOf(low.version_id)).toBe('draft')
  })

  it('a paused one goes on though a higher one is out', async () => {
    const { app_id } = await newApp()
    const { version_id } = await released(app_id, '1.1')
    await DEEDS.pause(version_id)
    await released(app_id, '1.2')
    expect(await outcome(DEEDS.release(version_id))).toBe('ok')
  })

  it('of two that are entered at once, one', async () => {
    const { app_id } = await newApp()
    const answers = await Promise.all([1, 2, 3].map(() => outcome(create(app_id, '1.0'))))
    expect(answers.toSorted()).toEqual(['ok', 'version_not_higher version 1.0', 'version_not_higher version 1.0'])
  })
})

describe('what may be done with a version', () => {
  const TO: Partial<Record<Deed, AppVersionState>> = { release: 'released', pause: 'paused', withdraw: 'withdrawn' }
  const ALLOWED: Record<AppVersionState, readonly Deed[]> = {
    draft: ['edit', 'delete', 'release'],
    released: ['stage', 'pause', 'withdraw'],
    paused: ['release', 'withdraw'],
    withdrawn: [],
  }
  const cells = APP_VERSION_STATES.flatMap((state) =>
    (Object.keys(DEEDS) as Deed[]).map((deed) => [deed, state, ALLOWED[state].includes(deed)] as const),
  )
  it.each(cells)('%s when it is %s: %s', async (deed, state, allowed) => {
    const { app_id, version_id } = await versionIn(state)
    const answer = deed === 'edit' ? DEEDS.edit(version_id, admin, draftOf(app_id, '1.1')) : DEEDS[deed](version_id)
    expect(await outcome(answer)).toBe(allowed ? 'ok' : 'app_version_state')
    const after = deed === 'delete' ? undefined : (TO[deed] ?? state)
    expect(await stateOf(version_id)).toBe(allowed ? after : state)
  })

  it.each(Object.keys(DEEDS) as Deed[])('%s of what is not there is told so', async (deed) => {
    expect(await outcome(DEEDS[deed](999_999))).toBe('app_version_not_found')
  })

  it.each([
    [10, 'staged_not_higher staged_percent 10'],
    [9, 'staged_not_higher staged_percent 10'],
    [11, 'ok'],
  ])('of 10 %% told, %i %% are to be: %s', async (percent, expected) => {
    const { version_id } = await versionIn('released')
    expect(await outcome(DEEDS.stage(version_id, admin, percent))).toBe(expected)
    const { staged_percent } = await database.db
      .selectFrom('app_versions')
      .select('staged_percent')
      .where('version_id', '=', version_id)
      .executeTakeFirstOrThrow()
    expect(staged_percent).toBe(expected === 'ok' ? percent : 10)
  })

  it('a forced update is released only by who types its version, the second time too', async () => {
    const { app_id } = await newApp()
    const { version_id } = await create(app_id, '3.0', { update_type: 'forced' })
    for (const confirm_version of [undefined, '', '3', '3.0.0'])
      expect(
        await outcome(DEEDS.release(version_id, admin, confirm_version === undefined ? {} : { confirm_version })),
      ).toBe('confirmation_mismatch confirm_version')
    expect(await stateOf(version_id)).toBe('draft')
    expect(await outcome(DEEDS.release(version_id, admin, { confirm_version: '3.0' }))).toBe('ok')
    await DEEDS.pause(version_id)
    expect(await outcome(DEEDS.release(version_id))).toBe('confirmation_mismatch confirm_version')
  })

  it('without a page in a store nothing is released, but within a messenger', async () => {
    const { app_id } = await newApp()
    const [phone, mini] = [
      await create(app_id, '1.0', { store_url: '' }),
      await create(app_id, '1.0', { store_url: '', platform: 'wechat' }),
    ]
    expect(await outcome(DEEDS.release(phone.version_id))).toBe('store_url_wrong store_url')
    expect(await outcome(DEEDS.release(mini.version_id))).toBe('ok')
  })

  it('the first release names time and publisher, and the line of the log what was done with which', async () => {
    const { app_id } = await newApp()
    const staff = (await console_.signIn('staff')).call
    const { version_id, app_name } = await staff(api.createAppVersion, { body: draftOf(app_id, '1.0') })
    const first = await DEEDS.release(version_id)
    expect(first).toMatchObject({ publisher: 'admin', status: 'released', release_time: expect.any(String) })
    await DEEDS.pause(version_id)
    expect((await DEEDS.release(version_id)).release_time).toBe(first.release_time)
    const lines = await database.db
      .selectFrom('audit_log')
      .select(['action', 'user_name', 'result', 'detail'])
      .where('object', '=', `app-version ${version_id}`)
      .orderBy('audit_id')
      .execute()
    expect(lines.map(({ action, user_name }) => `${user_name} ${action}`)).toEqual([
      'staff createAppVersion',
      'admin releaseAppVersion',
      'admin pauseAppVersion',
      'admin releaseAppVersion',
    ])
    const named = { app_name, platform: 'android', version: '1.0' }
    expect(lines[1]?.detail).toEqual({ ...named, before: { status: 'draft' }, after: { status: 'released' } })
    expect(lines[2]?.detail).toEqual({ ...named, before: { status: 'released' }, after: { status: 'paused' } })
  })

  it('what is done with one reaches no other', async () => {
    const { app_id } = await newApp()
    const other = await create(app_id, '1.0', { platform: 'ios', staged_percent: 10 })
    const { version_id } = await create(app_id, '1.0', { staged_percent: 10 })
    await DEEDS.edit(version_id, admin, draftOf(app_id, '1.1', { staged_percent: 10 }))
    await DEEDS.release(version_id)
    await DEEDS.stage(version_id)
    await DEEDS.withdraw(version_id)
    await DEEDS.delete((await create(app_id, '1.2')).version_id)
    expect((await admin(api.appVersionList, { body: { app_id, platform: 'ios' } })).list).toEqual([other])
  })
})

/** What a phone with this app and version is answered. */
const ask = (app: TestApp, version: string, part: { language?: 'pl' | 'de'; installation?: string } = {}) =>
  app.anonymous(api.appLatestVersion, { query: { platform: 'android', version, installation: 'phone', ...part } })

describe('a phone that asks', () => {
  it('is told of a released version, not of a paused or withdrawn one, and of none of another app or platform', async () => {
    const [app, other] = [await newApp(), await newApp()]
    await released(app.app_id, '9.0', { platform: 'ios' })
    const { version_id } = await released(app.app_id, '2.0', { build: 20 })
    const told = async () => (await ask(app, '1.0')).latest?.version ?? null
    expect(await ask(app, '1.0')).toMatchObject({
      update: 'optional',
      latest: { version: '2.0', build: 20, store_url: STORE },
    })
    expect((await ask(app, '2.0')).update).toBe('none')
    expect((await ask(other, '1.0')).update).toBe('none')
    await DEEDS.pause(version_id)
    expect(await told()).toBeNull()
    await DEEDS.release(version_id)
    expect(await told()).toBe('2.0')
    await DEEDS.withdraw(version_id)
    expect(await told()).toBeNull()
  })

  it('reads the notes in its language, else in English', async () => {
    const app = await newApp()
    await released(app.app_id, '2.0', { notes: { en: 'Quieter.', zh: '', pl: 'Ciszej.' } })
    const notes = async (language?: 'pl' | 'de') => (await ask(app, '1.0', language && { language })).latest?.notes
    expect([await notes(), await notes('pl'), await notes('de')]).toEqual(['Quieter.', 'Ciszej.', 'Quieter.'])
  })

  it('of a staged version the same phones are told, and more of them when it is raised', async () => {
    const app = await newApp()
    const { version_id } = await released(app.app_id, '2.0', { staged_percent: 30 })
    const phones = Array.from({ length: 40 }, (_, at) => `phone ${at}`)
    const told = async () => {
      const answers = await Promise.all(phones.map((installation) => ask(app, '1.0', { installation })))
      return phones.filter((_, at) => answers[at]?.latest !== null)
    }
    const first = await told()
    expect(first.length).toBeGreaterThan(0)
    expect(first.length).toBeLessThan(phones.length)
    expect(await told()).toEqual(first)
    await DEEDS.stage(version_id, admin, 100)
    expect(await told()).toEqual(phones)
  })

  it.each([
    ['a version that is none', { version: 'x' }, 'invalid_input version invalid_format'],
    ['no installation', { installation: '' }, 'invalid_input installation required'],
    ['a platform that is none', { platform: 'desktop' }, 'invalid_input platform invalid_value'],
  ])('with %s is told so', async (_, part, expected) => {
    const app = await newApp()
    const query = { platform: 'android', version: '1.0', installation: 'phone', ...part } as never
    expect(await outcome(app.anonymous(api.appLatestVersion, { query }))).toBe(expected)
  })
})

describe('the list', () => {
  it('shows the highest of each app and platform first, filtered and page by page', async () => {
    const { app_id } = await newApp()
    for (const version of ['1.9', '1.10', '1.11']) await released(app_id, version)
    await create(app_id, '1.0', { platform: 'ios', update_type: 'silent' })
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

  it('of apps tells the highest version that is out, of each platform', async () => {
    const { app_id } = await newApp()
    const current = async () =>
      (await admin(api.applicationList)).list.find((app) => app.app_id === app_id)?.current_versions
    expect(await current()).toEqual([])
    await released(app_id, '1.9')
    const { version_id } = await released(app_id, '1.10')
    await released(app_id, '1.2', { platform: 'ios' })
    await create(app_id, '2.0')
    expect(await current()).toEqual([
      { platform: 'android', version: '1.10' },
      { platform: 'ios', version: '1.2' },
    ])
    await DEEDS.withdraw(version_id)
    expect((await current())?.[0]).toEqual({ platform: 'android', version: '1.9' })
  })
})

describe('who may', () => {
  it.each<[SmallAccount, (Deed | 'list' | 'create')[]]>([
    ['admin', ['list', 'create', 'edit', 'release', 'delete']],
    ['staff', ['list', 'create', 'edit', 'delete']],
    ['auditor', ['list']],
    ['province_a', []],
    ['factory', []],
  ])('%s: %j', async (user_name, allowed) => {
    const { call } = await console_.signIn(user_name)
    const { app_id, version_id } = await versionIn('draft')
    const deeds = {
      list: () => call(api.appVersionList),
      create: () => call(api.createAppVersion, { body: draftOf(app_id, '7.0') }),
      edit: () => DEEDS.edit(version_id, call, draftOf(app_id, '1.0.1')),
      release: () => DEEDS.release(version_id, call),
    }
    for (const [deed, act] of Object.entries(deeds)) {
      const may = allowed.some((name) => name === deed)
      expect(`${deed} ${await outcome(act())}`).toBe(`${deed} ${may ? 'ok' : 'no_permission'}`)
    }
  })
})
