import { once } from 'node:events'
import { createServer, request as requestOf } from 'node:http'
import { connect } from 'node:net'
import { api } from '@heatfleet/contract/api.ts'
import { API_PREFIX, CONSOLE_APPLICATION_KEY } from '@heatfleet/contract/endpoint.ts'
import { PUSH_PATH } from '@heatfleet/contract/push.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { useFleetConsole } from '../../test/fleet-console.ts'

const PUBLIC_HOST = 'fleet.example.com'
const PERSON = '203.0.113.7'
const { database, console_ } = useFleetConsole({ HEATFLEET_TRUSTED_PROXIES: '127.0.0.1' })

/** A reverse proxy as docs/operating.md asks for: TLS ended, `Host` and `Origin` passed on, the address of the person added. */
const proxy = createServer((incoming, reply) => {
  const onward = requestOf(
    {
      host: '127.0.0.1',
      port: console_.port,
      path: incoming.url,
      method: incoming.method,
      headers: headersOf(incoming.headers),
    },
    (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    },
  )
  incoming.pipe(onward)
})
const headersOf = (headers: NodeJS.Dict<string | string[]>) => ({
  ...headers,
  'x-forwarded-for': [headers['x-forwarded-for'], PERSON].filter((part) => part !== undefined).join(', '),
  'x-forwarded-proto': 'https',
})
proxy.on('upgrade', (incoming, socket) => {
  const onward = connect(console_.port, '127.0.0.1', () => {
    const lines = Object.entries(headersOf(incoming.headers)).map(([name, text]) => `${name}: ${String(text)}`)
    onward.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    onward.pipe(socket).pipe(onward)
  })
  for (const end of [onward, socket]) end.on('error', () => end.destroy())
})
let port = 0
beforeAll(async () => {
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})
afterAll(() => void proxy.close())

/** `fetch` sets `Host` itself. */
const send = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>((resolve, reject) => {
    const whole = { host: PUBLIC_HOST, key: CONSOLE_APPLICATION_KEY, ...headers }
    requestOf({ host: '127.0.0.1', port, path, headers: whole }, (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
    })
      .on('error', reject)
      .end()
  })
const addressOfAudit = async () =>
  (await database.db.selectFrom('audit_log').select('address').orderBy('audit_id', 'desc').executeTakeFirstOrThrow())
    .address

describe('behind a proxy', () => {
  it('a call is the person’s, whatever else the person claims to be', async () => {
    const { token } = await console_.signIn('city_a1')
    const path = `${API_PREFIX}${api.logoff.path}`
    const headers = { token, 'x-forwarded-for': '198.51.100.99, 127.0.0.1' }
    const status = await new Promise<number>((resolve) =>
      requestOf(
        {
          host: '127.0.0.1',
          port,
          path,
          method: api.logoff.method,
          headers: { host: PUBLIC_HOST, key: CONSOLE_APPLICATION_KEY, ...headers },
        },
        (answer) => {
          answer.resume()
          resolve(answer.statusCode ?? 0)
        },
      ).end(),
    )
    expect(status).toBe(200)
    expect(await addressOfAudit()).toBe(PERSON)
  })

  it('answers set no cookie of their own and name no inner address', async () => {
    for (const path of ['/', '/readyz', '/JCloud/docs/json', `${API_PREFIX}${api.roleMenu.path}`]) {
      const { headers, text } = await send(path)
      expect(headers['set-cookie']).toBeUndefined()
      expect(`${JSON.stringify(headers)}${text}`).not.toContain(`127.0.0.1:${console_.port}`)
    }
  })

  it('metrics of the machine itself are not those of who comes through its proxy', async () => {
    expect((await send('/metrics')).status).toBe(401)
    expect((await fetch(`${console_.base_url}/metrics`)).status).toBe(200)
  })

  it.each([
    ['the page of the same address', `https://${PUBLIC_HOST}`, 'open'],
    ['another page', 'https://evil.example.com', 403],
    ['a page of the inner address', 'http://127.0.0.1:8080', 403],
  ])('the socket of %s: %s', async (_, origin, expected) => {
    const ws = new WebSocket(`ws://127.0.0.1:${port}${PUSH_PATH}`, { headers: { host: PUBLIC_HOST, origin } })
    const outcome = await new Promise<number | 'open'>((resolve) => {
      ws.once('open', () => resolve('open'))
      ws.once('unexpected-response', (request, { statusCode }) => {
        request.destroy()
        resolve(statusCode ?? 0)
      })
      ws.on('error', () => {})
    })
    expect(outcome).toBe(expected)
    if (outcome === 'open') {
      const admin = (await console_.signIn('admin')).call
      const { sockets } = await admin(api.systemSockets, { body: {} })
      expect(sockets.map(({ address }) => address)).toEqual([PERSON])
    }
    ws.terminate()
  })
})
