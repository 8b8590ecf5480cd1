import { api } from '@heatfleet/contract/api.ts'
import type { Endpoint } from '@heatfleet/contract/endpoint.ts'
import type { Checks } from '../faults/checks.ts'
import { signIn } from '../faults/stored.ts'
import { ADMIN_PASSWORD, startProduct } from '../product.ts'
import { rawCall, tryPassword } from './raw-call.ts'

const EVIL = { origin: 'https://evil.example', referer: 'https://evil.example/win.html' }
const FORMS = [
  ['application/x-www-form-urlencoded', 'a=b'],
  ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--x--'],
  ['text/plain', '{"a":"b"}'],
  ['application/json', '{}'],
] as const

/** S6: a session fixed beforehand, and everything another site's page can make a browser send. */
export const attackCrossSite = async ({ checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const product = await startProduct({ mode: 'serve' })
  const { url } = product
  try {
    const token = await signIn(url)
    const chosen = 'chosen-by-the-attacker-chosen-by-the-attack'
    const headers = { token: chosen, cookie: `token=${chosen}` }
    const fixed = await tryPassword(url, 'admin', ADMIN_PASSWORD, undefined, headers)
    const given = typeof fixed.data === 'object' && fixed.data !== null && 'token' in fixed.data ? fixed.data.token : ''
    const menu = { method: 'GET', headers: { token: chosen } }
    checks.expect('the token changes at the log-in', fixed.outcome === 'ok' && given !== chosen && given !== token)
    checks.expect(
      'a token set before it stays worthless',
      (await rawCall(url, '/account/role-menu', menu)).outcome !== 'ok',
    )

    // The log-off last: if it succeeded, no later call would.
    const calls = Object.entries<Endpoint>(api)
      .filter(([, { needs }]) => needs !== 'application')
      .toSorted(([a], [b]) => Number(a === 'logoff') - Number(b === 'logoff'))
    const cookie = { cookie: `token=${token}`, ...EVIL }
    const done: string[] = []
    let tried = 0
    const send = async (name: string, method: string, path: string, type: string, body?: string) => {
      tried += 1
      // A foreign page cannot add the headers `key` and `token`; the key is left in to test the token alone.
      const sent = { method, headers: { ...cookie, 'content-type': type }, ...(body === undefined ? {} : { body }) }
      if ((await rawCall(url, path, sent)).outcome === 'ok') done.push(`${method} ${name} as ${type}`)
    }
    for (const [name, endpoint] of calls) {
      const path = endpoint.path.replaceAll(/:\w+/g, '1')
      for (const [type, body] of FORMS) await send(name, 'POST', path, type, body)
      await send(name, 'GET', path, 'text/plain')
      if (endpoint.method === 'PUT' || endpoint.method === 'DELETE')
        await send(name, endpoint.method, path, 'application/json', '{}')
    }
    checks.expect(
      'a foreign page gets nothing done by the cookie',
      done.length === 0,
      `tried ${tried}, done ${done.length}${done.length === 0 ? '' : `: ${done.slice(0, 5).join(', ')}`}`,
    )

    const preflight = await rawCall(url, '/user/logoff', {
      method: 'OPTIONS',
      headers: { ...EVIL, 'access-control-request-method': 'POST', 'access-control-request-headers': 'token,key' },
    })
    checks.expect('a browser is not told that another site may send the token', preflight.status >= 400)
    const still = await rawCall(url, '/account/role-menu', { method: 'GET', headers: { token } })
    checks.expect('the session stands after all of it', still.outcome === 'ok')
  } finally {
    await product.stop()
  }
}
