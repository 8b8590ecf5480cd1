import { api, type EndpointName } from '@heatfleet/contract/api.ts'
import { API_PREFIX, CONSOLE_APPLICATION_KEY, type Endpoint } from '@heatfleet/contract/endpoint.ts'
import { z } from 'zod'
import { parseInput } from '../../src/transports/http-input.ts'
import { firstOf, inTurn, sumOf, type Tried } from './matrix.ts'
import { type ConsoleCall, keysOf, requestOf } from './rows.ts'
import type { AccessStage } from './stage.ts'

/** What nobody sets by sending it along: who one is, what one may, where one belongs. */
const PRIVILEGED = {
  uid: 1,
  user_id: 1,
  owner: 1,
  created_by: 1,
  role_id: 1,
  role: 'Platform admin',
  permissions: ['account:view'],
  level: 'manufacturer',
  authority: 'admin',
  data_scope: 'all',
  resource_group_id: 1,
  agent_id: 1,
  agent_path: '/',
  parent_id: 1,
  built_in: true,
  disabled: false,
  must_change_password: false,
  password_hash: 'x',
  anything_else: 1,
} as const

type Sent = { params?: object; query?: object; body?: unknown }

/**
 * One call by the administrator with each privileged field beside what it needs. In the body it is refused by name, or
 * declared; in the query it is ignored (decision 0040): what a handler is given has no trace of it.
 */
export const tryFields = async (stage: AccessStage, name: ConsoleCall): Promise<Tried> => {
  const endpoint: Endpoint = api[name]
  const { row, subject } = await firstOf(stage, name)
  const sent: Sent = requestOf(stage, name, row, subject)
  const undeclaredIn = (part: 'query' | 'body') => {
    const declared = keysOf(endpoint[part])
    return Object.entries(PRIVILEGED).filter(([field]) => !declared.has(field))
  }
  const { query, body } = { query: sent.query ?? {}, body: sent.body }
  const parsed = JSON.stringify(queryOf(endpoint, query))
  const in_query = undeclaredIn('query').map(([field, value]): Tried => {
    const is_right = JSON.stringify(queryOf(endpoint, { ...query, [field]: String(value) })) === parsed
    return { tried: 1, wrong: is_right ? [] : [`${name}: ${field} in the query reaches the handler`] }
  })
  // A list of rows is no object that a field could be put beside.
  if (endpoint.method === 'GET' || Array.isArray(body)) return sumOf(in_query)
  const token = await stage.tokenOf('admin')
  const in_body = await inTurn(undeclaredIn('body'), async ([field, value]): Promise<Tried> => {
    const refusal = await rawRefusal(stage, token, name, { ...sent, body: { ...Object(body), [field]: value } })
    const is_right = refusal === `invalid_input ${field}`
    return { tried: 1, wrong: is_right ? [] : [`${name}: ${field} in the body: ${refusal}`] }
  })
  return sumOf([...in_query, ...in_body])
}

/** The query as the server gives it to a handler; texts, as an address carries them. */
const queryOf = (endpoint: Endpoint, query: object): unknown => {
  const texts = Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)]))
  const { kind } = endpoint
  return parseInput(
    { kind, ...(endpoint.query && { query: endpoint.query }) },
    { params: {}, query: texts, body: undefined },
  ).query
}

/** Code and field of the refusal, as it came over the wire. */
const rawRefusal = async (
  { server }: AccessStage,
  token: string,
  name: EndpointName,
  { params, query, body }: Sent,
): Promise<string> => {
  const { method, path }: Endpoint = api[name]
  const url = path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(Reflect.get(params ?? {}, key))))
  // Flat by the endpoint table: text, numbers and flags.
  const search = new URLSearchParams(query as Record<string, string>)
  const response = await fetch(`${server.base_url}${API_PREFIX}${url}?${search.toString()}`, {
    method,
    headers: { key: CONSOLE_APPLICATION_KEY, token, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
  })
  const text = await response.text()
  const refusal = Answer.safeParse(JSON.parse(text)).data?.error
  return refusal === undefined ? `accepted: ${text.slice(0, 80)}` : `${refusal.code} ${refusal.field ?? ''}`.trim()
}

const Answer = z.object({ error: z.object({ code: z.string(), field: z.string().optional() }).optional() })
