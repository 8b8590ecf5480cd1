import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { formatMessage, readAnswer, signatureOf } from './formats.ts'
import type { Message } from './message.ts'
import { type DueRow, planMessages } from './plan-messages.ts'
import { findTarget, isPrivateAddress, SendFailed } from './private-address.ts'
import { dueOf, quietUntil, retryPauseMs } from './rules.ts'

const at = (time: string): number => Date.parse(`2026-11-20T${time}:00Z`)
const NIGHT = { on: true, from: '22:00', to: '07:00' }

it.each([
  ['before midnight, Warsaw is an hour ahead', '21:30', '2026-11-21T06:00:00.000Z'],
  ['after midnight', '03:00', '2026-11-20T06:00:00.000Z'],
  ['by day', '12:00', null],
  ['at its end', '06:00', null],
])('quiet hours over midnight: %s', (_, time, expected) => {
  const until = quietUntil(NIGHT, 'Europe/Warsaw', at(time))
  expect(until === null ? null : new Date(until).toISOString()).toBe(expected)
})

it('a message below critical waits for the end of quiet hours and for its digest, a critical one for neither', () => {
  const plan = {
    quiet: [{ hours: NIGHT, time_zone: 'UTC' }],
    digest_minutes: 60,
    gather_ms: 3_000,
  }
  expect(dueOf('major', plan, at('23:10'))).toEqual({ due_ms: Date.parse('2026-11-21T07:00:00Z'), gathered: true })
  expect(dueOf('critical', plan, at('23:10'))).toEqual({ due_ms: at('23:10') + 3_000, gathered: false })
  expect(dueOf('major', { ...plan, quiet: [] }, at('12:10'))).toEqual({ due_ms: at('13:00'), gathered: true })
  const at_once = { quiet: [], digest_minutes: 0, gather_ms: 3_000 }
  expect(dueOf('info', at_once, at('12:10'))).toEqual({ due_ms: at('12:10') + 3_000, gathered: false })
})

it('quiet hours of the policy that end within those of a person are followed by these', () => {
  const quiet = [
    { hours: { on: true, from: '06:30', to: '09:00' }, time_zone: 'UTC' },
    { hours: NIGHT, time_zone: 'UTC' },
  ]
  const { due_ms } = dueOf('minor', { quiet, digest_minutes: 0, gather_ms: 0 }, at('23:00'))
  expect(new Date(due_ms).toISOString()).toBe('2026-11-21T09:00:00.000Z')
})

it('pauses between attempts grow, and end', () => {
  const pauses = [1, 2, 3, 4, 5, 6, 7].map(retryPauseMs)
  expect(pauses).toEqual(pauses.toSorted((a, b) => (a ?? 0) - (b ?? 0)))
  expect(retryPauseMs(8)).toBeNull()
})

const due = (delivery_id: number, some: Partial<DueRow> = {}): DueRow => ({
  delivery_id: String(delivery_id),
  event_id: String(delivery_id),
  policy_id: 1,
  channel_id: 1,
  recipient_key: 'channel',
  step: 0,
  message_id: null,
  attempts: 0,
  gathered: false,
  probing: false,
  ...some,
})
let made = 0
const clock = { now_ms: at('12:00'), makeId: () => `message ${++made}` }
const sizes = (rows: readonly DueRow[], storms = new Map<string, number>()) =>
  planMessages(rows, storms, clock).messages.map(({ rows: of_message }) => of_message.length)

it('few messages go each by itself, many of one policy to one recipient as one, and those to others by themselves', () => {
  expect(sizes([due(1), due(2)])).toEqual([1, 1])
  const storm = Array.from({ length: 40 }, (_, index) => due(index + 1))
  expect(sizes([...storm, due(50, { recipient_key: 'account 3' })])).toEqual([40, 1])
  expect(sizes([due(1, { gathered: true }), due(2, { gathered: true })])).toEqual([2])
})

it('after a storm its stragglers wait until its time is over', () => {
  const storms = new Map([['1 1 channel', at('12:00') - 60_000]])
  const { messages, postponed } = planMessages([due(1), due(2, { channel_id: 2 })], storms, clock)
  expect(messages.map(({ rows: [row] }) => row?.channel_id)).toEqual([2])
  expect(postponed).toEqual([{ delivery_ids: ['1'], due_ms: at('12:04') }])
})

it('a storm takes what is due of its recipient, a digest within a storm only what was gathered', () => {
  const storm = Array.from({ length: 5 }, (_, index) => due(index + 1))
  const taken = (rows: readonly DueRow[], storms = new Map<string, number>()) =>
    planMessages(rows, storms, clock).messages.map(({ takes }) => takes)
  expect(taken(storm)).toEqual(['due'])
  expect(taken([due(1)])).toEqual(['none'])
  expect(taken([due(1), due(2, { gathered: true })], new Map([['1 1 channel', at('12:00') - 60_000]]))).toEqual([
    'gathered',
  ])
})

it('a message that is tried again keeps its id and its deliveries', () => {
  const retried = [due(1, { message_id: 'a', attempts: 2 }), due(2, { message_id: 'a', attempts: 2 })]
  expect(planMessages([...retried, due(3)], new Map(), clock).messages).toMatchObject([
    { message_id: 'a', attempts: 3, rows: [{ delivery_id: '1' }, { delivery_id: '2' }] },
    { attempts: 1, rows: [{ delivery_id: '3' }] },
  ])
})

it('of a channel that did not answer one message tries whether it does now', () => {
  const hanging = [due(1, { probing: true }), due(2, { probing: true }), due(3, { channel_id: 2 })]
  expect(planMessages(hanging, new Map(), clock).messages.map(({ rows: [row] }) => row?.channel_id)).toEqual([1, 2])
})

it.each([
  ['127.0.0.1', true],
  ['10.1.2.3', true],
  ['100.64.0.1', true],
  ['169.254.169.254', true],
  ['172.31.0.1', true],
  ['192.168.1.1', true],
  ['0.0.0.0', true],
  ['::1', true],
  ['fd00::1', true],
  ['fe80::1', true],
  ['::ffff:10.0.0.1', true],
  ['64:ff9b::a00:1', true],
  ['not an address', true],
  ['93.184.216.34', false],
  ['::ffff:93.184.216.34', false],
  ['2606:2800:220:1:248:1893:25c8:1946', false],
])('%s is private: %s', (address, expected) => {
  expect(isPrivateAddress(address)).toBe(expected)
})

const network = (addresses: string[], allowed: string[] = []) => ({
  resolve: () => Promise.resolve(addresses),
  isAllowed: (address: string) => allowed.includes(address),
})

it('a name is refused when one of its addresses is private, unless that is allowed', async () => {
  await expect(findTarget(network(['93.184.216.34', '10.0.0.1']), 'rebound.example')).rejects.toMatchObject({
    reason: 'private_address',
    retry: false,
  })
  await expect(findTarget(network([]), '[::1]')).rejects.toBeInstanceOf(SendFailed)
  expect(await findTarget(network(['10.0.0.1'], ['10.0.0.1']), 'mail.example')).toEqual({
    address: '10.0.0.1',
    family: 4,
  })
})

const message: Message = {
  message_id: 'id-1',
  language: 'en',
  title: 'Critical alarm: F07',
  paragraphs: [['Critical alarm: F07', 'Device: <Villa> & co (863412060123455)']],
  footer: 'You receive this.',
  link: null,
  policy_name: 'Night',
  event_count: 0,
  events: [],
  is_test: false,
  attachments: [],
}
const url = 'https://example.com/hook?key=1'
const format = (kind: Parameters<typeof formatMessage>[0], secret = '') =>
  formatMessage(kind, message, { address: url, secret }, { to: '+48123456789' }, at('12:00'))

it('robots are sent their own formats', () => {
  const text = 'Critical alarm: F07\nDevice: <Villa> & co (863412060123455)\n\nYou receive this.'
  expect(JSON.parse(format('wecom').body)).toEqual({ msgtype: 'text', text: { content: text } })
  expect(JSON.parse(format('slack').body)).toEqual({
    text: text.replace('<Villa> & co', '&lt;Villa&gt; &amp; co'),
  })
  const signed = new URL(format('dingtalk', 'SEC1').url)
  const sign = createHmac('sha256', 'SEC1')
    .update(`${at('12:00')}\nSEC1`)
    .digest('base64')
  expect([
    signed.searchParams.get('timestamp'),
    signed.searchParams.get('sign'),
    signed.searchParams.get('key'),
  ]).toEqual([String(at('12:00')), sign, '1'])
})

it('a webhook and the adapters are signed over time and body', () => {
  for (const kind of ['webhook', 'sms', 'push'] as const) {
    const { headers, body } = format(kind, 'key')
    expect(headers['x-heatfleet-delivery'], kind).toBe('id-1')
    expect(headers['x-heatfleet-signature'], kind).toBe(signatureOf('key', body, at('12:00') / 1000))
  }
  expect(JSON.parse(format('sms').body)).toMatchObject({ to: '+48123456789', id: 'id-1' })
})

it('a long text of a robot is cut at a whole character', () => {
  const long = { ...message, paragraphs: [['告'.repeat(1_000)]] }
  const { body } = formatMessage('wecom', long, { address: url, secret: '' }, {}, 0)
  const { content } = (JSON.parse(body) as { text: { content: string } }).text
  expect(Buffer.byteLength(content)).toBeLessThanOrEqual(2_048)
  expect(content).toMatch(/告…$/)
})

it.each([
  ['webhook', 204, '', null],
  ['webhook', 301, '', { reason: 'redirect', retry: false }],
  ['webhook', 404, 'no such hook', { reason: 'refused', retry: false }],
  ['webhook', 429, '', { reason: 'rate_limited', retry: true }],
  ['webhook', 500, 'oops', { reason: 'server_error', retry: true }],
  ['wecom', 200, '{"errcode":0,"errmsg":"ok"}', null],
  ['wecom', 200, '{"errcode":93000,"errmsg":"invalid webhook url"}', { reason: 'refused', retry: false }],
  ['dingtalk', 200, '{"errcode":130101,"errmsg":"send too fast"}', { reason: 'rate_limited', retry: true }],
] as const)('%s answers %i %s', (kind, status, text, failure) => {
  const read = () => readAnswer(kind, { status, text })
  if (failure === null) expect(read()).toContain(String(status))
  else expect(read).toThrow(expect.objectContaining(failure))
})
