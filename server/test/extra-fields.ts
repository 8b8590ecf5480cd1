import { api, type EndpointName } from '@heatfleet/contract/api.ts'
import { API_PREFIX, CONSOLE_APPLICATION_KEY, type Endpoint } from '@heatfleet/contract/endpoint.ts'
import { z } from 'zod'
import { inTurn, requestOf, rowsOf, subjectsOf, sumOf, type Tried } from './access-matrix.ts'
import type { AccessStage } from './access-stage.ts'
import type { ConsoleCall } from './access-table.ts'

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

/** Keys that a part of a request declares, at its top. */
const declaredBy = (schema: z.ZodType | undefined): ReadonlySet<string> => {
  if (schema === undefined) return new Set()
  const keys = new Set<string>()
  const look = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('properties' in node) for (const key of Object.keys(node.properties ?? {})) keys.add(key)
    for (const list of ['anyOf', 'oneOf', 'allOf'] as const)
      if (list in node) for (const option of Object.values(Object(Reflect.get(node, list)))) look(option)
  }
  look(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
  return keys
}

type Sent = { params?: object; query?: object; body?: unknown }

/** One call by the administrator with each privileged field beside what it needs: refused by name, or declared. */
export const tryFields = async (stage: AccessStage, name: ConsoleCall): Promise<Tried> => {
  const endpoint: Endpoint = api[name]
  const [row] = rowsOf(name)
  if (row === undefined) throw new Error(`${name} has no row`)
  const [subject] = await subjectsOf(stage, row, 'read')
  if (subject === undefined) throw new Error(`${name} has nothing to be about`)
  const sent: Sent = requestOf(stage, row, subject)
  const token = await stage.tokenOf('admin')
  const cells = (['query', 'body'] as const).flatMap((part) => {
    // A list of rows is no object that a field could be put beside.
    if (part === 'body' && (endpoint.method === 'GET' || Array.isArray(sent.body))) return []
    const declared = declaredBy(endpoint[part])
    return Object.entries(PRIVILEGED).flatMap(([field, value]) => (declared.has(field) ? [] : [{ part, field, value }]))
  })
  return sumOf(
    await inTurn(cells, async ({ part, field, value }) => {
      const more = { ...Object(sent[part]), [field]: value }
      const told = await rawRefusal(stage, token, name, { ...sent, [part]: more })
      const is_right = told === `invalid_input ${field}`
      return { tried: 1, wrong: is_right ? [] : [`${name}: ${field} in the ${part}: ${told}`] }
    }),
  )
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
