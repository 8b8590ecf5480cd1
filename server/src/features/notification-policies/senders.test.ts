import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { type ReceivedMail, startMailServer } from '../../../test/mail-server.ts'
import { sendMail } from './mail.ts'
import { type Message, writeMessage, writeTest } from './message.ts'
import { postJson } from './post.ts'

/** Time limit of targets that never answer. */
const SHORT_MS = 150
/** Names lead to this machine, which is allowed. */
const network = { resolve: () => Promise.resolve(['127.0.0.1']), isAllowed: () => true }
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const listen = async (server: Server): Promise<number> => {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  closing.push(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => {
      server.close(resolve)
    })
  })
  return (server.address() as AddressInfo).port // a TCP server listens at a port
}
const post = async (answer: RequestListener, timeout_ms = 10_000) => {
  const port = await listen(createServer(answer))
  return postJson(
    network,
    { url: `http://hook.example:${port}/in`, headers: { 'x-one': '1' }, body: '{"a":1}' },
    timeout_ms,
  )
}

it('a message is posted to the checked address with its headers, and the answer is returned', async () => {
  let seen: unknown
  const answer = await post((request, response) => {
    seen = [request.method, request.url, request.headers.host?.split(':')[0], request.headers['x-one']]
    response.end('ok')
  })
  expect(answer).toEqual({ status: 200, text: 'ok' })
  expect(seen).toEqual(['POST', '/in', 'hook.example', '1'])
})

it('a redirect is not followed', async () => {
  const answer = await post((_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end())
  expect(answer.status).toBe(302)
})

it('of a long answer only the beginning is received', async () => {
  const answer = await post((_, response) => {
    response.write('x'.repeat(100_000))
  })
  expect(answer.text.length).toBe(4_096)
})

it('a target that hangs before or within its answer is given up', async () => {
  const hanging = post(() => {}, SHORT_MS)
  await expect(hanging).rejects.toMatchObject({ reason: 'no_answer', retry: true })
  const dripping = post((_, response) => {
    response.write('.')
  }, SHORT_MS)
  await expect(dripping).rejects.toMatchObject({ reason: 'no_answer', retry: true })
})

it('a target that refuses connections or talks no HTTP is unreachable', async () => {
  const port = await listen(createTcpServer((socket) => socket.end('no HTTP here\r\n')))
  const message = { headers: {}, body: '{}' }
  await expect(postJson(network, { ...message, url: `http://a.example:${port}/` })).rejects.toMatchObject({
    reason: 'unreachable',
    retry: true,
  })
  for (const close of closing.splice(0)) await close()
  await expect(postJson(network, { ...message, url: `http://a.example:${port}/` })).rejects.toMatchObject({
    reason: 'unreachable',
    retry: true,
  })
})

it('a private address is refused before anything is connected, by name and by number', async () => {
  let connections = 0
  const port = await listen(createServer(() => {}).on('connection', () => (connections += 1)))
  const strict = { ...network, isAllowed: () => false }
  for (const host of ['127.0.0.1', '[::1]', 'internal.example', '2130706433', '0x7f.1'])
    await expect(
      postJson(strict, { url: `http://${host}:${port}/`, headers: {}, body: '{}' }),
      host,
    ).rejects.toMatchObject({ reason: 'private_address', retry: false })
  expect(connections).toBe(0)
})

const settings = {
  host: 'mail.example',
  port: 0,
  security: 'none',
  user_name: '',
  sender: 'fleet@example.com',
} as const
const test = (language: Message['language']) =>
  writeTest({ message_id: 'm-1', language, public_url: 'https://heat.example' }, 'Mail <1>')

const mailServer = async (options: Parameters<typeof startMailServer>[0] = {}) => {
  const server = await startMailServer(options)
  closing.push(server.close)
  return server
}

it.each([
  ['en', 'Test message', 'Open in the console'],
  ['zh', '测试消息', '在控制台打开'],
  ['pl', 'Wiadomość testowa', 'Otwórz w konsoli'],
] as const)('a mail in %s arrives as text and HTML, under the id of the message', async (language, subject, open) => {
  const server = await mailServer()
  const answer = await sendMail(network, { ...settings, port: server.port }, '', 'a@example.com', test(language))
  expect(answer).toMatch(/^250/)
  const [mail] = server.mails as [ReceivedMail]
  expect(mail.from).toBe('fleet@example.com')
  expect(mail.to).toEqual(['a@example.com'])
  expect(mail.subject).toBe(subject)
  expect(mail.raw).toContain('Message-ID: <m-1@example.com>')
  expect(mail.text).toContain('Mail <1>')
  expect(mail.html).toContain('Mail &lt;1&gt;')
  expect(mail.html).toContain(`<a href="https://heat.example">${open}</a>`)
})

it('a name with line breaks adds no header', async () => {
  const server = await mailServer()
  const message = { ...test('en'), title: 'Alarm\r\nBcc: other@example.com' }
  await sendMail(network, { ...settings, port: server.port }, '', 'a@example.com', message)
  const [mail] = server.mails as [ReceivedMail]
  expect(mail.to).toEqual(['a@example.com'])
  expect(mail.raw.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im)
})

it('a mail server that wants a password gets it, and a wrong one is told', async () => {
  const server = await mailServer({ password: 'right' })
  const signed = { ...settings, port: server.port, user_name: 'fleet' }
  expect(await sendMail(network, signed, 'right', 'a@example.com', test('en'))).toMatch(/^250/)
  await expect(sendMail(network, signed, 'wrong', 'a@example.com', test('en'))).rejects.toMatchObject({
    reason: 'refused',
    retry: true,
    message: expect.stringContaining('535'),
  })
})

it('a refused recipient is refused for good, a busy server is tried again', async () => {
  const server = await mailServer({ refuse: { 'gone@example.com': 550, 'later@example.com': 451 } })
  const to = (address: string) => sendMail(network, { ...settings, port: server.port }, '', address, test('en'))
  await expect(to('gone@example.com')).rejects.toMatchObject({ reason: 'refused', retry: false })
  await expect(to('later@example.com')).rejects.toMatchObject({ reason: 'server_error', retry: true })
})

it('a mail server without STARTTLS is not written to where it is required', async () => {
  const server = await mailServer()
  const secured = { ...settings, port: server.port, security: 'starttls' as const }
  await expect(sendMail(network, secured, '', 'a@example.com', test('en'))).rejects.toMatchObject({
    name: 'SendFailed',
  })
  expect(server.mails).toEqual([])
})

it('a mail server that hangs is given up, a closed port is unreachable, a private address refused', async () => {
  const port = await listen(createTcpServer(() => {}))
  const send = (at: number, allowed = true) =>
    sendMail(
      { ...network, isAllowed: () => allowed },
      { ...settings, port: at },
      '',
      'a@example.com',
      test('en'),
      SHORT_MS,
    )
  await expect(send(port)).rejects.toMatchObject({ reason: 'no_answer', retry: true })
  await expect(send(port, false)).rejects.toMatchObject({ reason: 'private_address', retry: false })
  for (const close of closing.splice(0)) await close()
  await expect(send(port)).rejects.toMatchObject({ retry: true })
})

it('a message about many events names the first, and says how many more there are', () => {
  const facts = {
    event: 'alarm_raised',
    severity: 'major',
    step: 0,
    after_minutes: 0,
    reminder: 0,
    happened_at: new Date('2026-11-20T10:00:00Z'),
    device: { mac: '863412060123455', device_name: 'Villa', product_key: 'p', distributor: 'North' },
    alarm: { alarm_id: 1, type: 'bus_lost', code: null, names: null, reason: null, recovered: true },
    order: null,
    rollout: null,
    report: null,
  } as const
  const context = { message_id: 'm', policy_name: 'Night', time_zone: 'Europe/Warsaw', public_url: undefined }
  const one = writeMessage({ ...context, language: 'pl' }, [{ ...facts, event_id: '1' }])
  expect(one.title).toBe('Alarm (Poważny): Brak RS-485')
  expect(one.paragraphs[0]).toContain('Czas: 2026-11-20 11:00 (Europe/Warsaw)')
  expect(one.paragraphs[0]).toContain('W międzyczasie ustąpił.')
  const events = Array.from({ length: 25 }, (_, index) => ({ ...facts, event_id: String(index) }))
  const many = writeMessage({ ...context, language: 'en' }, events)
  expect(many.title).toBe('Night: 25 events')
  expect(many.paragraphs).toHaveLength(21)
  expect(many.paragraphs.at(-1)).toEqual(['and 5 more'])
})
