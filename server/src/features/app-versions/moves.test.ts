import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { APP_VERSION_STATES, type AppVersionState } from '@heatfleet/contract/transitions.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  BATCH_ACTION_NAMES,
  draftOf,
  outcome,
  type VersionAction,
  versionSteps,
} from '../../../test/app-versions-case.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'

const { database, console_ } = useFleetConsole()
let admin: Call
let steps: ReturnType<typeof versionSteps>

beforeAll(async () => {
  admin = (await console_.signIn('admin')).call
  steps = versionSteps(database, console_, admin)
})

describe('what may be done with a version', () => {
  const TO: Partial<Record<VersionAction, AppVersionState>> = {
    release: 'released',
    schedule: 'scheduled',
    unschedule: 'draft',
    pause: 'paused',
    withdraw: 'withdrawn',
  }
  const ALLOWED: Record<AppVersionState, readonly VersionAction[]> = {
    draft: ['edit', 'delete', 'release', 'schedule'],
    scheduled: ['release', 'unschedule'],
    released: ['stage', 'pause', 'withdraw'],
    paused: ['release', 'withdraw'],
    withdrawn: [],
  }
  const cells = APP_VERSION_STATES.flatMap((state) =>
    BATCH_ACTION_NAMES.map((move) => [move, state, ALLOWED[state].includes(move)] as const),
  )
  it.each(cells)('%s when it is %s: %s', async (move, state, allowed) => {
    const { app_id, version_id } = await steps.versionIn(state)
    const answer =
      move === 'edit' ? steps.actions.edit(version_id, admin, draftOf(app_id, '1.1')) : steps.actions[move](version_id)
    expect(await outcome(answer)).toBe(allowed ? 'ok' : 'app_version_state')
    const after = move === 'delete' ? undefined : (TO[move] ?? state)
    expect((await steps.rowOf(version_id))?.state).toBe(allowed ? after : state)
  })

  it.each(BATCH_ACTION_NAMES)('%s of an unknown version is refused as such', async (move) => {
    expect(await outcome(steps.actions[move](999_999))).toBe('app_version_not_found')
  })

  it.each([
    [10, 'staged_not_higher staged_percent 10'],
    [9, 'staged_not_higher staged_percent 10'],
    [11, 'ok'],
  ])('from 10 %% to %i %%: %s', async (percent, expected) => {
    const { version_id } = await steps.versionIn('released')
    expect(await outcome(steps.actions.stage(version_id, admin, percent))).toBe(expected)
    const { staged_percent } = await database.db
      .selectFrom('app_versions')
      .select('staged_percent')
      .where('version_id', '=', version_id)
      .executeTakeFirstOrThrow()
    expect(staged_percent).toBe(expected === 'ok' ? percent : 10)
  })

  it('a forced update is released only by who types its version, the second time too', async () => {
    const { app_id } = await steps.newApp()
    const { version_id } = await steps.create(app_id, '3.0', { update_type: 'forced' })
    for (const confirm_version of [undefined, '', '3', '3.0.0'])
      expect(
        await outcome(
          steps.actions.release(version_id, admin, confirm_version === undefined ? {} : { confirm_version }),
        ),
      ).toBe('confirmation_mismatch confirm_version')
    expect((await steps.rowOf(version_id))?.state).toBe('draft')
    expect(await outcome(steps.actions.release(version_id, admin, { confirm_version: '3.0' }))).toBe('ok')
    await steps.actions.pause(version_id)
    expect(await outcome(steps.actions.release(version_id))).toBe('confirmation_mismatch confirm_version')
  })

  it('without a page in a store nothing is released, but within a messenger', async () => {
    const { app_id } = await steps.newApp()
    const [phone, mini] = [
      await steps.create(app_id, '1.0', { store_url: '' }),
      await steps.create(app_id, '1.0', { store_url: '', platform: 'wechat' }),
    ]
    expect(await outcome(steps.actions.release(phone.version_id))).toBe('version_without_file store_url')
    expect(await outcome(steps.actions.release(mini.version_id))).toBe('ok')
  })

  it('the first release names time and publisher, and the line of the log what was done with which', async () => {
    const { app_id } = await steps.newApp()
    const staff = (await console_.signIn('staff')).call
    const { version_id, app_name } = await staff(api.createAppVersion, { body: draftOf(app_id, '1.0') })
    const first = await steps.actions.release(version_id)
    expect(first).toMatchObject({ publisher: 'admin', status: 'released', release_time: expect.any(String) })
    await steps.actions.pause(version_id)
    expect((await steps.actions.release(version_id)).release_time).toBe(first.release_time)
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
    const { app_id } = await steps.newApp()
    const other = await steps.create(app_id, '1.0', { platform: 'ios', staged_percent: 10 })
    const { version_id } = await steps.create(app_id, '1.0', { staged_percent: 10 })
    await steps.actions.edit(version_id, admin, draftOf(app_id, '1.1', { staged_percent: 10 }))
    await steps.actions.release(version_id)
    await steps.actions.stage(version_id)
    await steps.actions.withdraw(version_id)
    await steps.actions.delete((await steps.create(app_id, '1.2')).version_id)
    expect((await admin(api.appVersionList, { body: { app_id, platform: 'ios' } })).list).toEqual([other])
  })
})
