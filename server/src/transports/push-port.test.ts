import { request } from 'node:https'
import { PUSH_PATH, PUSH_PORT } from '@heatfleet/contract/push.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { makeCertificate } from '../../test/certificate.ts'
import { useFleetConsole } from '../../test/fleet-console.ts'
import { SMALL_FLEET_PASSWORD } from '../../test/small-fleet.ts'
import { readConfig } from '../config.ts'
import { listenForPush } from './push-port.ts'

const PUSH_URL = 'wss://push.example.com:447/ws'
const { console_ } = useFleetConsole({ HEATFLEET_PUSH_URL: PUSH_URL })
const { cert, key } = makeCertificate()
let opened: Awaited<ReturnType<typeof listenForPush>>
beforeAll(async () => {
  opened = await listenForPush(console_.push, { port: 0, host: '127.0.0.1', cert, key })
})
afterAll(() => opened.close())

/** The first message after `Authenticate`, or the status with which the socket was refused. */
const authenticate = async (path: string, origin?: string): Promise<unknown> => {
  const { uid, token } = await console_.signIn('admin')
  const ws = new WebSocket(`wss://127.0.0.1:${opened.port}${path}`, { ca: cert, ...(origin && { origin }) })
  const answer = await new Promise<unknown>((resolve, reject) => {
    ws.on('open', () =>
      ws.send(
        JSON.stringify({
          cmd: 'Authenticate',
          sn: 1,
          enterprise_info: { enterprise_key: 'k', signature: '', package_name: 'p' },
          user_info: { uid, token },
          product_info: [],
        }),
      ),
    )
    ws.on('message', (data: Buffer) => resolve(JSON.parse(data.toString())))
    ws.on('unexpected-response', (_, { statusCode }) => resolve(statusCode))
    ws.on('error', reject)
  })
  ws.terminate()
  return answer
}

describe('the realtime socket over TLS on a port of its own', () => {
  it('is port 447 (spec 7) where no other is set, and closed without a certificate', () => {
    const { HEATFLEET_PUSH_PORT, HEATFLEET_PUSH_CERT, HEATFLEET_PUSH_URL } = readConfig({})
    expect([PUSH_PORT, HEATFLEET_PUSH_PORT, HEATFLEET_PUSH_CERT, HEATFLEET_PUSH_URL]).toEqual([
      447,
      447,
      undefined,
      undefined,
    ])
  })

  it.each([
    ['/', undefined],
    [PUSH_PATH, undefined],
    [PUSH_PATH, 'https://127.0.0.1'],
  ])('lets a console in at %s, from %s', async (path, origin) => {
    expect(await authenticate(path, origin)).toMatchObject({ cmd: 'AuthenticateAck', sn: 1, code: 200 })
  })

  it('refuses pages of another host, and other paths', async () => {
    expect(await authenticate(PUSH_PATH, 'https://elsewhere.example.com')).toBe(403)
    expect(await authenticate('/other')).toBe(404)
  })

  it('serves nothing else', async () => {
    const status = await new Promise((resolve, reject) =>
      request({ host: '127.0.0.1', port: opened.port, path: '/JCloud/openapi.json', ca: cert }, (answer) =>
        resolve(answer.statusCode),
      )
        .on('error', reject)
        .end(),
    )
    expect(status).toBe(404)
  })

  it('is where the settings say: the page may open it, and who signs in is given its address', async () => {
    const page = await fetch(`${console_.base_url}/JCloud/openapi.json`)
    expect(page.headers.get('content-security-policy')).toContain("connect-src 'self' wss://push.example.com:447;")
    const login = await fetch(`${console_.base_url}/JCloud/user/login`, {
      method: 'POST',
      headers: { key: 'heatfleet-console', 'content-type': 'application/json' },
      body: JSON.stringify({ user_name: 'admin', password: SMALL_FLEET_PASSWORD }),
    })
    expect(await login.json()).toMatchObject({ data: { push_url: PUSH_URL } })
  })
})
