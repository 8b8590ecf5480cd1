import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { DEFAULT_PREFERENCES, type PreferencesChange } from '@heatfleet/contract/preferences.ts'
import { expect, it } from 'vitest'
import { newRollout } from '../../../test/access/rollouts.ts'
import { codeOnLabel, registerApp } from '../../../test/app-client.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { openPushConsole } from '../../../test/push-console.ts'
import type { SmallAccount, SmallDevice } from '../../../test/small-fleet.ts'

const { database, fleet, console_ } = useFleetConsole({ HEATFLEET_LOGIN_PER_ADDRESS: '100000' })

const unit = (at: number): SmallDevice => {
  const device = fleet.devices[at]
  if (device === undefined) throw new Error(`The small fleet has no unit ${at}.`)
  return device
}
const happens = async (at: number, kind: string, detail: Record<string, unknown> = {}, ago_ms = 1_000) => {
  const event = { device_id: unit(at).device_id, at: new Date(Date.now() - ago_ms) }
  await database.db
    .insertInto('device_events')
    .values({ ...event, kind, detail: JSON.stringify(detail) })
    .execute()
  if (kind === 'offline' || kind === 'online') await comesOrGoes(event, kind === 'online')
}
/** What the gateway notes of the unit itself. */
const comesOrGoes = ({ device_id, at }: { device_id: number; at: Date }, online: boolean) =>
  database.db
    .updateTable('device_status')
    .set(online ? { online } : { online, last_offline_at: at })
    .where('device_id', '=', device_id)
    .execute()
const inbox = async (account: SmallAccount) => (await console_.signIn(account)).call(api.notices)
const visibleNotices = async (account: SmallAccount) => (await inbox(account)).list.map(({ what, mac }) => [what, mac])
const setPreferences = async (account: SmallAccount, some: NonNullable<PreferencesChange['notifications']>) => {
  const { call } = await console_.signIn(account)
  await call(api.editPreferences, { body: { notifications: { ...DEFAULT_PREFERENCES.notifications, ...some } } })
}

it('an event of a unit that still holds is notified to those above it, and to none beside', async () => {
  await happens(0, 'offline', {}, LIMITS.notices_age_ms + 60_000)
  await happens(1, 'offline', {}, 9_000)
  await happens(1, 'online', {}, 8_000)
  await happens(2, 'offline', {}, 7_000)
  await happens(2, 'online', {}, 6_000)
  await happens(2, 'alarm', { keys: ['e12', 'e14'] }, 2_000)
  await happens(2, 'offline')
  const expected = [
    ['offline', unit(2).mac],
    ['alarm', unit(2).mac],
  ]
  for (const account of ['admin', 'province_a', 'city_a1', 'county_a11', 'staff_hangzhou', 'auditor'] as const)
    expect(await visibleNotices(account), account).toEqual(expected)
  for (const account of ['city_a2', 'province_b', 'office_a', 'factory'] as const)
    expect(await visibleNotices(account), account).toEqual([])
  expect((await inbox('county_a11')).list.find(({ what }) => what === 'alarm')).toMatchObject({
    subject: 'e12, e14',
    severity: 'major',
    device_name: 'House 3',
  })
})

it('a preference that is off, or of a higher severity, suppresses it', async () => {
  await setPreferences('county_a11', { device_offline: { in_app: false, least: 'info' } })
  expect(await visibleNotices('county_a11')).toEqual([['alarm', unit(2).mac]])
  await setPreferences('county_a11', { alarm: { in_app: true, least: 'critical' } })
  expect(await visibleNotices('county_a11')).toEqual([['offline', unit(2).mac]])
  await setPreferences('county_a11', {})
})

it('an alarm is notified with the severity of the unit’s product and the code of its worst fault', async () => {
  await happens(2, 'alarm', { keys: ['f07', 'f01'], severity: 'critical', codes: ['F07', 'F01'] })
  await happens(2, 'alarm', { keys: ['f01'], severity: 'minor' })
  const alarms = async () =>
    (await inbox('county_a11')).list
      .filter(({ what }) => what === 'alarm')
      .map(({ subject, severity, fault }) => [subject, severity, fault])
  // By default alarms are notified from major on.
  expect(await alarms()).toEqual([
    ['f07, f01', 'critical', 'F07'],
    ['e12, e14', 'major', null],
  ])
  await setPreferences('county_a11', { alarm: { in_app: true, least: 'info' } })
  expect(await alarms()).toContainEqual(['f01', 'minor', null])
  await setPreferences('county_a11', {})
})

it('a change of who has a unit is one line, and none for who made it', async () => {
  const app = await registerApp(database.db, console_.base_url)
  const [owner, guest] = [await app.join('owner@example.com'), await app.join('guest@example.com')]
  const { mac } = unit(3)
  await owner.call(api.appBind, { body: { device_id: mac, code: codeOnLabel(unit(3)) } })
  const { code } = await owner.call(api.appShare, { params: { device_id: mac } })
  await guest.call(api.appJoin, { body: { code } })
  const { call: city } = await console_.signIn('city_a1')
  const query = { reason: 'moved' }
  await city(api.unbindDevice, { params: { id: owner.app_user_id, deviceId: mac }, query })
  const bindings = async (account: SmallAccount) =>
    (await inbox(account)).list.filter(({ kind }) => kind === 'binding').map(({ what, user_name }) => [what, user_name])
  expect(await bindings('county_a11')).toEqual([
    ['unbound', 'city_a1'],
    ['shared', ''],
    ['bound', ''],
  ])
  expect(await bindings('city_a1')).toEqual([
    ['shared', ''],
    ['bound', ''],
  ])
  expect(await bindings('city_a2')).toEqual([])
})

it('changes by others to an account, and a lock-out, are notified to its owner', async () => {
  const { call: admin } = await console_.signIn('admin')
  await admin(api.accountUnlock, { params: { id: fleet.accounts.auditor } })
  const body = { user_name: 'auditor', password: 'not-the-password' }
  for (let tries = 0; tries <= LIMITS.login_failures_max + 2; tries += 1)
    await console_.anonymous(api.login, { body }).catch(() => {})
  await admin(api.accountUnlock, { params: { id: fleet.accounts.auditor } })
  const account_lines = (await inbox('auditor')).list
    .filter(({ kind }) => kind === 'account')
    .map(({ what, subject, user_name }) => [what, subject, user_name])
  expect(account_lines).toEqual([
    ['account_changed', 'accountUnlock', 'admin'],
    ['log_in_locked', '', ''],
    ['account_changed', 'accountUnlock', 'admin'],
  ])
  expect((await inbox('staff')).list.filter(({ kind }) => kind === 'account')).toEqual([])
})

it('what was seen stays seen in every browser, never goes back and never beyond now', async () => {
  const { call } = await console_.signIn('city_a1')
  const see = async (seen_time: string) => (await call(api.seeNotices, { body: { seen_time } })).seen_time
  expect((await inbox('city_a1')).seen_time).toBeNull()
  const first = await see(new Date(Date.now() - 60_000).toISOString())
  expect(await see('2026-01-01T00:00:00.000Z')).toBe(first)
  expect(Date.parse(await see('2999-01-01T00:00:00.000Z'))).toBeLessThanOrEqual(Date.now() + 1_000)
  expect((await inbox('city_a1')).seen_time).not.toBe(first)
  expect((await inbox('city_a2')).seen_time).toBeNull()
})

it('a test notification reaches only its requester, whatever the preferences', async () => {
  const { call } = await console_.signIn('city_a2')
  await setPreferences('city_a2', { account: { in_app: false, least: 'info' } })
  await call(api.testNotice)
  expect((await inbox('city_a2')).list.map(({ what }) => what)).toEqual(['test'])
  for (const account of ['admin', 'province_a'] as const)
    expect((await inbox(account)).list.map(({ what }) => what)).not.toContain('test')
  await setPreferences('city_a2', {})
})

it('a message to distributors reaches only their own accounts, whatever their preferences, and not its author', async () => {
  const { A, A1, A11, B } = fleet.distributors
  const written = { title: 'Stocktaking', text: 'On Friday.' }
  const { token, uid } = await console_.signIn('county_a11')
  const socket = await openPushConsole(console_.port)
  await socket.authenticate({ uid, token })
  await setPreferences('county_a11', { account: { in_app: false, least: 'info' } })
  const { call: province } = await console_.signIn('province_a')
  const announce = (id: number) => province(api.notifyAgent, { params: { id }, body: written })
  for (const { agent_id } of [A, A1, A11]) await announce(agent_id)
  await expect(announce(B.agent_id)).rejects.toMatchObject({ code: 'distributor_not_found' })
  expect(await socket.next()).toMatchObject({ cmd: 'PushNotice' })
  socket.ws.close()
  const announced = async (account: SmallAccount) =>
    (await inbox(account)).list
      .filter(({ what }) => what === 'announced')
      .map(({ subject, text, user_name }) => ({ title: subject, text, user_name }))
  for (const account of ['city_a1', 'county_a11'] as const)
    expect(await announced(account), account).toEqual([{ ...written, user_name: 'province_a' }])
  for (const account of ['province_a', 'city_a2', 'province_b', 'admin'] as const)
    expect(await announced(account), account).toEqual([])
  await setPreferences('county_a11', {})
  const old = new Date(Date.now() - LIMITS.notices_age_ms - 60_000)
  await database.db.updateTable('agent_notices').set({ sent_at: old }).execute()
  expect(await announced('city_a1')).toEqual([])
  await announce(A1.agent_id)
  const kept = database.db.selectFrom('agent_notices').select('agent_id').where('agent_id', '=', A1.agent_id)
  expect((await kept.execute()).length).toBe(1)
})

it('a socket is notified to poll when something happens in its scope, and only then', async () => {
  const { token, uid } = await console_.signIn('county_a11')
  const socket = await openPushConsole(console_.port)
  await socket.authenticate({ uid, token })
  await happens(5, 'offline', {}, 0)
  await happens(2, 'offline', {}, 0)
  expect(await socket.next()).toMatchObject({ cmd: 'PushNotice' })
  socket.ws.close()
})

it('the end of an export is notified only to its owner', async () => {
  const row = { kind: 'device-list', input: '{}', format: 'csv', file_name: 'units.csv', state: 'done' } as const
  const finished_at = new Date(Date.now() - 1_000)
  await database.db
    .insertInto('export_jobs')
    .values({ ...row, uid: fleet.accounts.city_a2, finished_at })
    .execute()
  const names = async (account: SmallAccount) =>
    JSON.stringify((await inbox(account)).list.filter(({ mac }) => mac === null)).includes('units.csv')
  expect(await names('city_a2')).toBe(true)
  expect(await names('admin')).toBe(false)
})

it('a rollout that stopped by itself is notified to those who see it', async () => {
  const { rollout_id } = await database.db
    .insertInto('rollouts')
    .values({ ...newRollout(fleet.product_key, '/'), uid: fleet.accounts.admin })
    .returning('rollout_id')
    .executeTakeFirstOrThrow()
  for (const reason of ['failures', 'wave'] as const)
    await database.db
      .insertInto('rollout_events')
      .values({ rollout_id, at: new Date(), what: 'halted', facts: JSON.stringify({ reason }) })
      .execute()
  const rollouts = async (account: SmallAccount) =>
    (await inbox(account)).list
      .filter(({ kind }) => kind === 'rollout')
      .map(({ what, subject, text, severity }) => [what, subject, text, severity])
  const halts = await rollouts('admin')
  expect(halts).toHaveLength(2)
  expect(halts).toContainEqual(['rollout_halted', 'Matrix', String(rollout_id), 'major'])
  expect(halts).toContainEqual(['rollout_waits', 'Matrix', String(rollout_id), 'minor'])
  expect(await rollouts('city_a1')).toEqual([])
  await setPreferences('admin', { rollout: { in_app: true, least: 'major' } })
  expect((await rollouts('admin')).map(([what]) => what)).toEqual(['rollout_halted'])
  await setPreferences('admin', {})
})
