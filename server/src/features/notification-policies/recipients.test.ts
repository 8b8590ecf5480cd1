import { api } from '@heatfleet/contract/api.ts'
import { expect, it } from 'vitest'
import type { ReceivedMail } from '../../../test/mail-server.ts'
import { makePolicy, useNotifications } from '../../../test/notifications-case.ts'

const notifications = useNotifications()
const { database, fleet, as, mail, turn, turns, deviceOf, raise, mailChannel, log, setEmail } = notifications

it('people are written to by role and distributor, in their language, only about devices in their scope', async () => {
  for (const account of ['county_a11', 'city_a1', 'city_a2', 'province_a', 'office_a'] as const) await setEmail(account)
  await setEmail('county_a11', 'pl')
  const call = await as('province_a')
  const channel_ids = [await mailChannel('province_a')]
  const role_ids = [fleet.roles['City agent'], fleet.roles['Own office']]
  await makePolicy(call, { policy_name: 'Tree', role_ids, to_distributor: true, channel_ids })
  await raise(2, 'f07')
  await raise(5, 'f08')
  await turns()
  // Device 2 is of county A11 in city A1; device 5 of province B. The office sees its own units alone.
  const received = mail.mails
    .map(({ to: [first = ''], subject }: ReceivedMail): [string, string] => [first, subject])
    .toSorted(([one], [other]) => one.localeCompare(other))
  expect(received).toEqual([
    ['city_a1@example.com', 'Major alarm: f07'],
    ['county_a11@example.com', 'Alarm (Poważny): f07'],
  ])
})

it('a device that left the scope before the message was sent is not told of', async () => {
  await setEmail('county_a11')
  const call = await as('admin')
  await makePolicy(call, { policy_name: 'Own', to_distributor: true, channel_ids: [await mailChannel()] })
  await raise(2, 'f07')
  await turn()
  const { device_id, agent_path } = deviceOf(2)
  const { agent_id } = fleet.distributors.A11
  const B = fleet.distributors.B
  await database.db.updateTable('devices').set(B).where('device_id', '=', device_id).execute()
  await turn(3_000)
  expect(await log()).toMatchObject([{ state: 'suppressed', reason: 'out_of_scope' }])
  expect(mail.mails).toEqual([])
  await database.db.updateTable('devices').set({ agent_id, agent_path }).where('device_id', '=', device_id).execute()
})

it('the personal centre decides what one gets: by way, by severity, and quiet hours hold it back', async () => {
  for (const account of ['county_a11', 'city_a1', 'province_a'] as const) await setEmail(account)
  const prefer = async (account: 'county_a11' | 'city_a1' | 'province_a', body: object) =>
    (await as(account))(api.editPreferences, { body })
  await prefer('county_a11', { notifications: { alarm: { email: false } } })
  await prefer('city_a1', { notifications: { alarm: { least: 'critical' } } })
  await prefer('province_a', { quiet_hours: { on: true, from: '12:00', to: '13:00' } })
  notifications.setNow(Date.parse('2026-11-20T12:10:00Z'))
  const role_ids = [fleet.roles['County agent'], fleet.roles['City agent'], fleet.roles['Province agent']]
  await makePolicy(await as('admin'), { policy_name: 'Three', role_ids, channel_ids: [await mailChannel()] })
  await raise(2, 'f07')
  await raise(3, 'f08')
  await turns()
  const states = (await log()).map(({ recipient, state, reason }) => `${recipient} ${state} ${reason}`)
  expect([...new Set(states)].toSorted()).toEqual([
    'city_a1 suppressed preference',
    'county_a11 suppressed preference',
    'province_a queued null',
  ])
  await turn(Date.parse('2026-11-20T13:00:00Z') - notifications.now())
  expect(mail.mails.map(({ to, subject }) => [to[0], subject])).toEqual([['province_a@example.com', 'Three: 2 events']])
})

it('an alarm that nobody accepts goes up the tree step by step, and no further once somebody does', async () => {
  for (const account of ['county_a11', 'city_a1', 'province_a', 'staff'] as const) await setEmail(account)
  const escalation = [
    { after_minutes: 30, levels_up: 1 },
    { after_minutes: 60, levels_up: 2 },
    { after_minutes: 90, levels_up: 3 },
  ]
  const channel_ids = [await mailChannel()]
  await makePolicy(await as('admin'), { policy_name: 'Up', to_distributor: true, escalation, channel_ids })
  await raise(2, 'f07')
  await turns()
  await turn(29 * 60_000)
  expect(mail.mails.map(({ to }) => to[0])).toEqual(['county_a11@example.com'])
  await turn(60_000)
  await turn(3_000)
  expect(mail.mails.at(-1)).toMatchObject({
    to: ['city_a1@example.com'],
    subject: 'Not accepted after 30 min – Major alarm: f07',
  })
  await turn(30 * 60_000)
  await turn(3_000)
  expect(mail.mails.slice(2).map(({ to }) => to[0])).toEqual(['province_a@example.com'])
  await database.db.updateTable('alarms').set({ handling: 'in_process' }).execute()
  await turn(30 * 60_000)
  await turn(3_000)
  expect(mail.mails).toHaveLength(3)
})

it('alarms of virtual units are listed and marked, and nobody is told of them', async () => {
  await setEmail('county_a11')
  const call = await as('admin')
  await makePolicy(call, {
    policy_name: 'Own',
    to_distributor: true,
    in_app: true,
    channel_ids: [await mailChannel()],
    escalation: [{ after_minutes: 1, levels_up: 0 }],
  })
  const { device_id, mac } = deviceOf(2)
  const setVirtual = (virtual: boolean) =>
    database.db.updateTable('devices').set({ virtual }).where('device_id', '=', device_id).execute()
  await setVirtual(true)
  await raise(2, 'f07')
  await turns()
  await turn(60_000)
  const { list } = await call(api.alarmList, { body: { mac } })
  await setVirtual(false)
  expect(list).toMatchObject([{ code: 'f07', virtual: true }])
  expect([mail.mails, await log()]).toEqual([[], []])
  // The same of a real one.
  await raise(2, 'f08')
  await turns()
  expect(mail.mails).toHaveLength(1)
})
