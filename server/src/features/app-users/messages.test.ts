import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { beforeAll, expect, it } from 'vitest'
import { codeOnLabel, registerApp, type TestApp } from '../../../test/app-client.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { codeOf } from '../../../test/refusals.ts'
import type { SmallAccount } from '../../../test/small-fleet.ts'
import { insertMessage } from './store-messages.ts'

const { database, fleet, console_ } = useFleetConsole()
let app: TestApp
/** Owns a unit in A1. */
let anna: Awaited<ReturnType<TestApp['join']>>

beforeAll(async () => {
  app = await registerApp(database.db, console_.base_url)
  anna = await app.join('anna@example.com')
  const unit = fleet.devices[1]
  if (unit === undefined) throw new Error('The small fleet has a unit in A1.')
  await anna.call(api.appBind, { body: { device_id: unit.mac, code: codeOnLabel(unit) } })
})

const words = { title: 'Service on Thursday', text: 'Our engineer comes between 9 and 11.' }
const write = async (by: SmallAccount, body = words) =>
  (await console_.signIn(by)).call(api.messageAppUser, { params: { id: anna.app_user_id }, body })
const seenBy = async (account: SmallAccount) =>
  (await console_.signIn(account)).call(api.appUserMessages, { params: { id: anna.app_user_id } })

it('a message of staff is read in the app, marked as read once opened, and keeps the first time', async () => {
  const { message_id, user_name } = await write('staff')
  expect(user_name).toBe('staff')
  expect(await anna.call(api.appMessages)).toMatchObject({
    unread: 1,
    list: [{ ...words, message_id, read_time: null }],
  })
  const { read_time } = await anna.call(api.appReadMessage, { params: { message_id } })
  expect(Date.now() - Date.parse(read_time ?? '')).toBeLessThan(60_000)
  expect((await anna.call(api.appReadMessage, { params: { message_id } })).read_time).toBe(read_time)
  expect((await anna.call(api.appMessages)).unread).toBe(0)
  expect((await seenBy('admin')).list).toMatchObject([{ ...words, user_name: 'staff', read_time }])
})

it.each([
  // Distributors look at the people of their units; writing to them takes a role that says so.
  ['city_a1', 'no_permission'],
  ['city_a2', 'no_permission'],
  ['auditor', 'no_permission'],
  ['staff', 'ok'],
] as const)('%s writes: %s', async (account, code) => {
  expect(await codeOf(write(account))).toBe(code)
})

it('an account that sees the app user sees messages of the manufacturer, the own organisation and those below', async () => {
  const written = async (by: SmallAccount) => {
    const { rows } = await database.pool.query<{ uid: number; agent_id: number | null }>(
      'select uid, agent_id from accounts where user_name = $1',
      [by],
    )
    const [{ uid, agent_id } = { uid: 0, agent_id: null }] = rows
    const message = { app_user_id: anna.app_user_id, title: by, text: 'x', sent_at: new Date(), by_uid: uid, agent_id }
    await insertMessage(database.db, message)
  }
  for (const by of ['province_a', 'city_a1', 'county_a11', 'province_b'] as const) await written(by)
  const titles = async (account: SmallAccount) => (await seenBy(account)).list.map(({ title }) => title)
  expect((await titles('city_a1')).filter((title) => title !== words.title)).toEqual(['county_a11', 'city_a1'])
  expect(await titles('city_a1')).toContain(words.title)
})

it('who does not see the person does not see what was written', async () => {
  expect((await seenBy('city_a1')).total).toBeGreaterThan(0)
  expect(await codeOf(seenBy('city_a2'))).toBe('app_user_not_found')
})

it.each([
  ['no title', { ...words, title: ' ' }, 'title'],
  ['a title that is too long', { ...words, title: 'x'.repeat(LIMITS.message_title_max + 1) }, 'title'],
  ['no text', { ...words, text: '' }, 'text'],
  ['a text that is too long', { ...words, text: 'x'.repeat(LIMITS.message_text_max + 1) }, 'text'],
])('%s is refused by its field', async (_, body, field) => {
  expect(await write('staff', body).catch((error: unknown) => error)).toMatchObject({ code: 'invalid_input', field })
})

it('the audit log has sender and receiver, not the text', async () => {
  const { message_id } = await write('staff')
  const { list } = await (await console_.signIn('admin')).call(api.auditList, { body: { action: 'messageAppUser' } })
  expect(list[0]).toMatchObject({ user_name: 'staff', object: `app-user ${anna.app_user_id}`, detail: { message_id } })
  expect(JSON.stringify(list)).not.toContain('Thursday')
})

it('the newest of each app user are kept, and others lose none', async () => {
  const { call, app_user_id } = await app.join('much@example.com')
  const before = (await anna.call(api.appMessages)).total
  const admin = (await console_.signIn('admin')).call
  const count = LIMITS.messages_kept_max + 2
  for (let n = 1; n <= count; n += 1)
    await admin(api.messageAppUser, { params: { id: app_user_id }, body: { ...words, title: `No. ${n}` } })
  const { list, total } = await call(api.appMessages)
  expect([total, list.at(0)?.title, list.at(-1)?.title]).toEqual([LIMITS.messages_kept_max, `No. ${count}`, 'No. 3'])
  expect((await anna.call(api.appMessages)).total).toBe(before)
})

it('a message of another app user cannot be opened, and erasure removes all messages', async () => {
  const other = await app.join('other@example.com')
  const { message_id } = await write('staff')
  expect(await codeOf(other.call(api.appReadMessage, { params: { message_id } }))).toBe('not_found')
  const id = anna.app_user_id
  const { call } = await console_.signIn('admin')
  await call(api.eraseAppUser, { params: { id }, body: { confirm_id: id, reason: 'asked' } })
  expect((await call(api.appUserMessages, { params: { id } })).total).toBe(0)
  expect(await codeOf(write('staff'))).toBe('app_user_erased')
})
