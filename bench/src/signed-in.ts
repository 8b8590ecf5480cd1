import { api } from '@heatfleet/contract/api.ts'
import { buildUrl, type Call, createClient } from '@heatfleet/contract/client.ts'
import { CONSOLE_APPLICATION_KEY } from '@heatfleet/contract/endpoint.ts'
import type { Shot } from './closed-loop.ts'
import { ADMIN_PASSWORD } from './product-process.ts'
import type { Case } from './scoped-list-cases.ts'

/** Somebody who logged in over HTTP as people do. */
export type SignedIn = { call: Call; shotOf: (one: Pick<Case, 'endpoint' | 'query' | 'body'>) => Shot }

/** Logs in; every account of a measured fleet has the administrator's password. */
export const signIn = async (base_url: string, user_name: string): Promise<SignedIn> => {
  let token: string | null = null
  const call = createClient({ base_url, token: () => token })
  const user = await call(api.login, { body: { user_name, password: ADMIN_PASSWORD } })
  token = user.token
  return {
    call,
    shotOf: ({ endpoint, query, body }) => ({
      url: `${base_url}${buildUrl(endpoint, { query })}`,
      method: endpoint.method,
      headers: {
        key: CONSOLE_APPLICATION_KEY,
        token: user.token,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    }),
  }
}
