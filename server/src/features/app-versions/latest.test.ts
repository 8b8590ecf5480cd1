import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../test/app-client.ts'
import { outcome, STORE, versionSteps } from '../../../test/app-versions-case.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'

const { database, console_ } = useFleetConsole()
let admin: Call
let steps: ReturnType<typeof versionSteps>

beforeAll(async () => {
  admin = (await console_.signIn('admin')).call
  steps = versionSteps(database, console_, admin)
})

/** What a phone with this app and version is answered. */
const check = (app: TestApp, version: string, part: { language?: 'pl' | 'de'; installation?: string } = {}) =>
  app.anonymous(api.appLatestVersion, { query: { platform: 'android', version, installation: 'phone', ...part } })

describe('the update check of a phone', () => {
  it('returns a released version, not a paused or withdrawn one, and none of another app or platform', async () => {
    const [app, other] = [await steps.newApp(), await steps.newApp()]
    await steps.released(app.app_id, '9.0', { platform: 'ios' })
    const { version_id } = await steps.released(app.app_id, '2.0', { build: 20 })
    const latestVersion = async () => (await check(app, '1.0')).latest?.version ?? null
    expect(await check(app, '1.0')).toMatchObject({
      update: 'optional',
      latest: { version: '2.0', build: 20, store_url: STORE },
    })
    expect((await check(app, '2.0')).update).toBe('none')
    expect((await check(other, '1.0')).update).toBe('none')
    await steps.actions.pause(version_id)
    expect(await latestVersion()).toBeNull()
    await steps.actions.release(version_id)
    expect(await latestVersion()).toBe('2.0')
    await steps.actions.withdraw(version_id)
    expect(await latestVersion()).toBeNull()
  })

  it('reads the notes in its language, else in English', async () => {
    const app = await steps.newApp()
    await steps.released(app.app_id, '2.0', { notes: { en: 'Quieter.', zh: '', pl: 'Ciszej.' } })
    const notes = async (language?: 'pl' | 'de') => (await check(app, '1.0', language && { language })).latest?.notes
    expect([await notes(), await notes('pl'), await notes('de')]).toEqual(['Quieter.', 'Ciszej.', 'Quieter.'])
  })

  it('of a staged version is offered to the same phones, and to more of them when the percentage is raised', async () => {
    const app = await steps.newApp()
    const { version_id } = await steps.released(app.app_id, '2.0', { staged_percent: 30 })
    const phones = Array.from({ length: 40 }, (_, at) => `phone ${at}`)
    const latestVersion = async () => {
      const answers = await Promise.all(phones.map((installation) => check(app, '1.0', { installation })))
      return phones.filter((_, at) => answers[at]?.latest !== null)
    }
    const first = await latestVersion()
    expect(first.length).toBeGreaterThan(0)
    expect(first.length).toBeLessThan(phones.length)
    expect(await latestVersion()).toEqual(first)
    await steps.actions.stage(version_id, admin, 100)
    expect(await latestVersion()).toEqual(phones)
  })

  it.each([
    ['a version that is none', { version: 'x' }, 'invalid_input version invalid_format'],
    ['no installation', { installation: '' }, 'invalid_input installation required'],
    ['a platform that is none', { platform: 'desktop' }, 'invalid_input platform invalid_value'],
  ])('with %s is refused as such', async (_, part, expected) => {
    const app = await steps.newApp()
    const query = { platform: 'android', version: '1.0', installation: 'phone', ...part } as never
    expect(await outcome(app.anonymous(api.appLatestVersion, { query }))).toBe(expected)
  })
})
