import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** A person at the provider: `subject` is what the form asks for. */
export type ProviderPerson = { subject: string; email?: string; email_verified?: boolean; amr?: string[] }

export const CLIENT = { id: 'heatfleet', secret: 'the-secret-of-the-test-client' }

const FORM = `<title>Provider</title><form method="post"><label>Person <input name="subject" required></label>
<button>Sign in</button><button name="cancel" value="1" formnovalidate>Cancel</button></form>`

/**
 * An OpenID Connect provider on a free port (or the given one): the real thing, with a form of one field instead of
 * passwords. `redirect_uri` is what is registered for the client.
 */
export const startOpenIdProvider = async (people: readonly ProviderPerson[], redirect_uri: string, port = 0) => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const find = (subject: string) => people.find((person) => person.subject === subject)
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirect_uri] }],
    claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, interaction) => `/person/${interaction.uid}` },
    findAccount: (_, subject) => {
      const person = find(subject)
      if (person === undefined) return undefined
      const { amr: _amr, subject: sub, ...claims } = person
      return { accountId: sub, claims: () => ({ sub, ...claims }) }
    },
    // Nobody is asked for consent: staff of the operator at the operator's own provider.
    loadExistingGrant: async (context) => {
      const grant = new context.oidc.provider.Grant({
        clientId: context.oidc.client?.clientId ?? '',
        accountId: context.oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith('/person/')) void answer(request, response)
    else if (request.method === 'GET') response.setHeader('content-type', 'text/html; charset=utf-8').end(FORM)
    else
      void readForm(request).then((form) => {
        const person = find(form.get('subject') ?? '')
        return provider.interactionFinished(
          request,
          response,
          person === undefined || form.has('cancel')
            ? { error: 'access_denied' }
            : { login: { accountId: person.subject, ...(person.amr === undefined ? {} : { amr: person.amr }) } },
        )
      })
  })
  return {
    issuer,
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

const readForm = async (request: IncomingMessage): Promise<URLSearchParams> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return new URLSearchParams(Buffer.concat(parts).toString())
}

/**
 * Goes through the provider's pages as a browser does, without one; returns the query with which it sends the browser
 * back. `subject` null = the person cancels.
 */
export const walkProvider = async (address: string, subject: string | null): Promise<string> => {
  const cookies = new Map<string, string>()
  let next = new URL(address)
  let form: URLSearchParams | null = null
  for (let step = 0; step < 8; step += 1) {
    const response: Response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === null ? {} : { method: 'POST', body: form }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const location = response.headers.get('location')
    if (location === null) {
      if (form !== null || response.status !== 200)
        throw new Error(`the provider answers ${response.status}: ${await response.text()}`)
      form = new URLSearchParams(subject === null ? { cancel: '1' } : { subject })
      continue
    }
    form = null
    next = new URL(location, next)
    if (next.origin !== new URL(address).origin) return next.search.slice(1)
  }
  throw new Error('the provider does not come to an end')
}
