import { api } from '@heatfleet/contract/api.ts'
import { expect, it } from 'vitest'
import { makeChannel, useNotifications } from '../../../test/notifications-case.ts'
import { refusalOf } from '../../../test/refusals.ts'

const { database, fleet, as, mail, mailChannel, setEmail } = useNotifications({
  HEATFLEET_PUBLIC_URL: 'https://fleet.example.com/',
})
const link = async (account: 'city_a1' | 'county_a11' = 'city_a1', by: 'admin' | 'province_a' = 'admin') => {
  const call = await as(by)
  return { call, ...(await call(api.accountPasswordLink, { params: { id: fleet.accounts[account] } })) }
}
const send = async ({ call, token }: Awaited<ReturnType<typeof link>>) =>
  call(api.sendPasswordLink, { body: { token } })

it('a link is sent to its owner once, and opens the console at the page of the new password', async () => {
  await setEmail('city_a1')
  await mailChannel()
  const made = await link()
  expect(made.mail_to).toBe('city_a1@example.com')
  expect(await send(made)).toEqual({ mail_to: 'city_a1@example.com' })
  expect(mail.mails.map(({ to, subject }) => [to, subject])).toEqual([
    [['city_a1@example.com'], 'Choose a new password, city_a1'],
  ])
  const raw = mail.mails[0]?.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')
  expect(raw).toContain(`https://fleet.example.com/#/login?link=${made.token}`)
  expect(await refusalOf(send(made))).toBe('password_link_mailed')
  expect(mail.mails).toHaveLength(1)
  mail.mails.splice(0)
  const again = await link()
  expect(await send(again)).toEqual({ mail_to: 'city_a1@example.com' })
})

it('what was sent is a line of the audit log, without the link', async () => {
  await setEmail('city_a1')
  await mailChannel()
  const made = await link()
  await send(made)
  const lines = await database.db
    .selectFrom('audit_log')
    .select(['object', 'detail'])
    .where('action', '=', 'sendPasswordLink')
    .orderBy('audit_id', 'desc')
    .limit(1)
    .execute()
  expect(lines).toMatchObject([
    { object: `account ${fleet.accounts.city_a1}`, detail: { name: 'city_a1', mail_to: 'city_a1@example.com' } },
  ])
  expect(JSON.stringify(lines)).not.toContain(made.token)
})

it('a distributor sends by its own channel or by one that is shared from above, never by one that is not', async () => {
  await setEmail('county_a11')
  await mailChannel('admin', false)
  expect((await link('county_a11', 'province_a')).mail_to).toBeNull()
  await mailChannel('province_a')
  const made = await link('county_a11', 'province_a')
  expect(await send(made)).toEqual({ mail_to: 'county_a11@example.com' })
})

it('without an address or a channel it is not offered, and refused', async () => {
  await mailChannel()
  const nowhere = await link()
  expect(nowhere.mail_to).toBeNull()
  expect(await refusalOf(send(nowhere))).toBe('password_link_mail')
})

it('only who made a link may have it sent', async () => {
  await setEmail('city_a1')
  await mailChannel()
  const { token } = await link()
  const other = await as('staff')
  expect(await refusalOf(other(api.sendPasswordLink, { body: { token } }))).toBe('password_link_invalid')
  expect(mail.mails).toEqual([])
})

it('a mail that did not leave can be sent again, and the refusal says why', async () => {
  await setEmail('city_a1')
  const server = { host: '127.0.0.1', port: 9, security: 'none', sender: 'fleet@example.com' } as const
  const { channel_id, updated_at } = await makeChannel(await as('admin'), {
    kind: 'email',
    channel_name: 'Closed',
    ...server,
  })
  const made = await link()
  await expect(send(made)).rejects.toMatchObject({
    code: 'password_link_mail',
    details: { answer: expect.any(String) },
  })
  await made.call(api.deleteChannel, { params: { id: channel_id }, query: { updated_at } })
  await mailChannel()
  expect(await send(made)).toEqual({ mail_to: 'city_a1@example.com' })
})

it('ends with the address that it was sent to, and not with another change', async () => {
  await setEmail('city_a1')
  await mailChannel()
  const { db } = database
  const change = (email: string) =>
    db.updateTable('accounts').set({ email }).where('uid', '=', fleet.accounts.city_a1).execute()
  const made = await link()
  const look = () => refusalOf(made.call(api.passwordLink, { body: { token: made.token } }))
  await change('not-sent-yet@example.com')
  expect(await look()).toBe('ok')
  await send(made)
  await db.updateTable('accounts').set({ nick_name: 'Lin' }).where('uid', '=', fleet.accounts.city_a1).execute()
  expect(await look()).toBe('ok')
  await change('city_a1@example.com')
  expect(await look()).toBe('password_link_invalid')
})
