import { api } from '@heatfleet/contract/api.ts'
import { expect, it } from 'vitest'
import { makeChannel, makePolicy, useNotifications } from '../../../test/notifications-case.ts'
import { codeOf, refusalOf } from '../../../test/refusals.ts'

const { database, as, target, mail, turns, raise, webhook, mailChannel, setEmail } = useNotifications()

it('a distributor uses a channel that one above shares, without seeing its settings', async () => {
  await setEmail('county_a11')
  const channel_id = await mailChannel('admin', true)
  const call = await as('city_a1')
  expect((await call(api.policyChoices)).channels).toEqual([
    { channel_id, channel_name: 'Mail', kind: 'email', enabled: true },
  ])
  expect((await call(api.channelList, {})).list).toEqual([])
  await makePolicy(call, { policy_name: 'City', to_distributor: true, channel_ids: [channel_id] })
  await raise(2, 'f07')
  await turns()
  expect(mail.mails).toHaveLength(1)
  const not_shared = await webhook()
  expect(await codeOf(makePolicy(call, { policy_name: 'Two', channel_ids: [not_shared] }))).toBe('channel_not_found')
})

it('what organisations made is seen by those above, and changed by nobody beside', async () => {
  const city = await as('city_a1')
  const { channel_id, updated_at } = await makeChannel(city, {
    kind: 'slack',
    channel_name: 'City',
    address: 'https://hooks.slack.example/services/T1/B1/secret',
  })
  const { policy_id } = await makePolicy(city, { policy_name: 'City', channel_ids: [channel_id] })
  for (const [account, sees] of [
    ['admin', true],
    ['province_a', true],
    ['city_a1', true],
    ['city_a2', false],
    ['province_b', false],
  ] as const) {
    const call = await as(account)
    expect(
      (await call(api.channelList, {})).list.map((channel) => channel.channel_id),
      account,
    ).toEqual(sees ? [channel_id] : [])
    expect(
      (await call(api.policyList, {})).list.map((policy) => policy.policy_id),
      account,
    ).toEqual(sees ? [policy_id] : [])
  }
  const other = await as('city_a2')
  const params = { id: channel_id }
  expect(await codeOf(other(api.testChannel, { params, body: {} }))).toBe('channel_not_found')
  expect(await codeOf(other(api.deleteChannel, { params, query: { updated_at } }))).toBe('channel_not_found')
  const [shown] = (await (await as('admin'))(api.channelList, {})).list
  expect(shown?.target).toBe('https://hooks.slack.example')
  expect(JSON.stringify(shown)).not.toContain('B1')
})

it('the secrets of a channel are neither in the database nor in the audit log in clear, and stay when they are not entered', async () => {
  const call = await as('admin')
  const made = await makeChannel(call, {
    kind: 'webhook',
    channel_name: 'Desk',
    address: `${target.url}?token=t0ken`,
    secret: 'sign1ng',
  })
  const body = { channel_name: 'Desk 2', updated_at: made.updated_at }
  const edited = await call(api.editChannel, { params: { id: made.channel_id }, body })
  expect(edited).toMatchObject({ channel_name: 'Desk 2', has_secret: true })
  const { rows } = await database.pool.query(
    'select to_jsonb(c)::text as text from notification_channels c union all select to_jsonb(a)::text from audit_log a',
  )
  expect(JSON.stringify(rows)).not.toMatch(/t0ken|sign1ng/)
  expect(await call(api.testChannel, { params: { id: made.channel_id }, body: {} })).toMatchObject({ ok: true })
  expect(target.calls[0]?.headers['x-heatfleet-signature']).toMatch(/^t=/)
  expect(JSON.parse(target.calls[0]?.body ?? '')).toMatchObject({ test: true, events: [] })
})

it('the test button tells what the other side answered', async () => {
  const call = await as('admin')
  const channel_id = await webhook()
  const test = () => call(api.testChannel, { params: { id: channel_id }, body: {} })
  expect(await test()).toMatchObject({ ok: true, answer: '200 ok' })
  target.answers((response) => response.writeHead(403).end('go away'))
  expect(await test()).toMatchObject({ ok: false, reason: 'refused', answer: '403 go away' })
  const mail_id = await mailChannel()
  const mailTest = (to: string) => call(api.testChannel, { params: { id: mail_id }, body: { to } })
  expect(await mailTest('a@example.com')).toMatchObject({ ok: true, answer: expect.stringMatching(/^250/) })
  expect(await codeOf(mailTest(''))).toBe('channel_test_address')
  await setEmail('admin')
  expect(await mailTest('')).toMatchObject({ ok: true })
  expect(mail.mails.map(({ to }) => to[0])).toEqual(['a@example.com', 'admin@example.com'])
})

it('wrong input names its field', async () => {
  const call = await as('admin')
  await webhook()
  expect(await refusalOf(webhook())).toEqual('channel_name_taken channel_name')
  expect(await refusalOf(makeChannel(call, { kind: 'email', channel_name: 'x' }))).toEqual('channel_host_required host')
  expect(await refusalOf(makeChannel(call, { kind: 'slack', channel_name: 'x' }))).toEqual(
    'channel_address_required address',
  )
  expect(await refusalOf(makePolicy(call, { policy_name: 'x', to_distributor: true }))).toEqual(
    'policy_way_required channel_ids',
  )
  expect(await refusalOf(makePolicy(call, { policy_name: 'x', in_app: true }))).toEqual(
    'policy_recipient_required role_ids',
  )
})
