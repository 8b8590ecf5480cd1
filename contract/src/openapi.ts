import type { z } from 'zod'
import {
  API_PREFIX,
  CONSOLE_APPLICATION_KEY,
  DATA_RECIPIENT_KEY,
  type Endpoint,
  isAppCall,
  type Restriction,
} from './endpoint.ts'
import { ERRORS, type ErrorCode } from './errors.ts'
import { hoistDefinitions, jsonSchemaOf as schemaOf } from './json-schema.ts'
import { requestExampleOf } from './request-example.ts'
import { ruleCodesOf } from './schema-rules.ts'

type Json = Record<string, unknown>

const parametersOf = (place: 'path' | 'query', schema: z.ZodObject | undefined, sent: unknown): Json[] => {
  if (schema === undefined) return []
  const json = schemaOf(schema, 'input')
  const examples = new Map(Object.entries(Object(sent)))
  return Object.entries(json.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (json.required?.includes(name) ?? false),
    schema: property,
    ...(examples.has(name) ? { example: examples.get(name) } : {}),
  }))
}

const envelopeOf = (data: Json): Json => ({
  type: 'object',
  required: ['code', 'data', 'msg'],
  properties: { code: { type: 'integer', const: 200 }, data, msg: { type: 'string' } },
})

const isAnonymous = (needs: Endpoint['needs']): boolean => needs === 'application' || needs === 'app'

/** Headers a call must bring. */
const securityOf = ({ needs }: Endpoint): Record<string, string[]> => ({
  key: [],
  ...(needs === 'app' ? { secret: [] } : {}),
  ...(isAnonymous(needs) ? {} : { token: [] }),
})

/** What a session that is open for little is refused with. */
const RESTRICTED: readonly (readonly [during: Restriction, code: ErrorCode])[] = [
  ['change_password', 'password_change_required'],
  ['enrol_second_factor', 'second_factor_enrolment_required'],
  ['read_only_view', 'read_only_view'],
]

/** Refusals that any caller of a call may meet before its handler: of the key, the session, the token and the right. */
const refusalsOfCaller = ({ needs, kind, open_during = [], closed_to_api_tokens }: Endpoint): ErrorCode[] => {
  if (isAnonymous(needs)) return []
  if (needs === 'app-user' || needs === 'data-recipient') return ['invalid_token']
  const restricted = RESTRICTED.filter(
    ([during]) => !open_during.includes(during) && (during !== 'read_only_view' || kind === 'change'),
  )
  return [
    'invalid_token',
    ...restricted.map(([, code]) => code),
    ...(closed_to_api_tokens ? (['closed_to_api_tokens'] as const) : []),
    ...(needs === 'signed-in' ? [] : (['no_permission'] as const)),
  ]
}

/** Every refusal that a call may be answered with: its own, those of its schemas' rules, and those that key, token, right and input may meet. */
export const refusalsOf = (endpoint: Endpoint): ErrorCode[] => [
  ...new Set<ErrorCode>([
    ...endpoint.fails,
    ...[endpoint.params, endpoint.query, endpoint.body].flatMap(ruleCodesOf),
    'invalid_application_key',
    ...refusalsOfCaller(endpoint),
    'invalid_input',
  ]),
]

const refusalOf = (endpoint: Endpoint): Json => ({
  type: 'object',
  required: ['code', 'data', 'msg'],
  properties: {
    code: { type: 'integer', const: 400 },
    data: { type: 'null' },
    msg: { type: 'string', enum: refusalsOf(endpoint).map((code) => ERRORS[code]) },
    error: {
      type: 'object',
      properties: { code: { type: 'string', enum: refusalsOf(endpoint) }, field: { type: 'string' } },
    },
  },
})

const contentOf = (name: string, endpoint: Endpoint, schemas: Record<string, Json>): Json => {
  if (endpoint.gives === 'file')
    return {
      'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
      'application/json': { schema: refusalOf(endpoint) },
    }
  const answer = envelopeOf(hoistDefinitions(name, schemaOf(endpoint.result, 'output'), schemas))
  return {
    'application/json': {
      schema: { oneOf: [answer, refusalOf(endpoint)] },
      example: { code: 200, data: endpoint.example, msg: 'success' },
    },
  }
}

const tagOf = (endpoint: Endpoint): string => {
  if (endpoint.needs === 'data-recipient') return 'owner data'
  return isAppCall(endpoint) ? 'app API' : (endpoint.path.split('/')[1] ?? '')
}

/** What is answered before any handler runs, with a real HTTP status (`server/src/transports/http-errors.ts`). */
export const TRANSPORT_ANSWERS = {
  400: { says: 'The body or the path cannot be read', code: 'invalid_input' },
  413: { says: 'The body is too large', code: 'invalid_input' },
  415: { says: 'The body is not JSON', code: 'invalid_input' },
  431: { says: 'The address or the headers are too long', code: 'invalid_input' },
  429: { says: 'Too many calls: try again after `Retry-After` seconds', code: 'busy' },
  500: { says: 'A fault of the server; `request_id` finds it in the log', code: 'system_exception' },
} as const satisfies Record<number, { says: string; code: ErrorCode }>

const transportAnswer = (status: string, says: string, code: ErrorCode): Json => ({
  description: says,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['code', 'data', 'msg', 'request_id'],
        properties: {
          code: { type: 'integer', const: Number(status) },
          data: { type: 'null' },
          msg: { type: 'string', const: ERRORS[code] },
          error: { type: 'object', properties: { code: { type: 'string', const: code } } },
          request_id: { type: 'string' },
        },
      },
    },
  },
})

const KEY = `Which application calls: \`${CONSOLE_APPLICATION_KEY}\` for accounts and their API tokens, \`${DATA_RECIPIENT_KEY}\` for third parties that an owner named, the key of a registered app for its users. No secret.`
const TOKEN = 'Who calls: an API token, or the token of a session (`POST /JCloud/user/login`).'

/** Markdown, above the calls of the page. */
const DESCRIPTION = `Every call sends the headers \`key\` and \`token\`:

    curl "https://heat.example.com${API_PREFIX}/device-inventory/device-list?size=2" -H "key: ${CONSOLE_APPLICATION_KEY}" \\
      -H "token: $HEATFLEET_TOKEN" -H "content-type: application/json" -d "{}"

| Header | |
|---|---|
| \`key\` | ${KEY} |
| \`token\` | ${TOKEN} |

Answers to an API token tell its limits: \`RateLimit-Policy\` (calls \`q\` in a window of \`w\` seconds) and \`RateLimit\` (\`r\` left, \`t\` seconds until the next window); over a limit the answer is 429 with \`Retry-After\`.

Lists with a \`cursor\` are read whole with it: \`cursor=start\`, then \`next_cursor\` of each answer until it is null; each row that matches all the while comes exactly once, whatever is inserted meanwhile. A cursor goes with its call, body and account; any other is refused with \`cursor_invalid\`.

All calls as OpenAPI 3.1: [openapi.json](${API_PREFIX}/openapi.json). The socket and the messages of modules: [asyncapi.json](${API_PREFIX}/asyncapi.json), [asyncapi-device.json](${API_PREFIX}/asyncapi-device.json).`

/** OpenAPI 3.1 of the endpoint table. */
export const buildOpenApi = (table: Record<string, Endpoint>): Json => {
  const paths: Record<string, Json> = {}
  const schemas: Record<string, Json> = {}
  for (const [name, endpoint] of Object.entries(table)) {
    const path = `${API_PREFIX}${endpoint.path.replace(/:([a-zA-Z_]+)/g, '{$1}')}`
    const sent = requestExampleOf(endpoint)
    const operation: Json = {
      operationId: name,
      summary: endpoint.says,
      description: `Needs: ${endpoint.needs}.`,
      tags: [tagOf(endpoint)],
      security: [securityOf(endpoint)],
      parameters: [
        ...parametersOf('path', endpoint.params, sent.params),
        ...parametersOf('query', endpoint.query, sent.query),
      ],
      responses: {
        200: {
          description: 'Success, or a refusal with code 400',
          content: contentOf(name, endpoint, schemas),
        },
        ...Object.fromEntries(
          Object.keys(TRANSPORT_ANSWERS).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
        ),
      },
    }
    if (endpoint.body !== undefined)
      operation.requestBody = {
        content: {
          'application/json': {
            schema: hoistDefinitions(`${name}_body`, schemaOf(endpoint.body, 'input'), schemas),
            example: sent.body,
          },
        },
      }
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Heatfleet',
      version: '1',
      description: DESCRIPTION,
    },
    paths,
    components: {
      schemas,
      responses: Object.fromEntries(
        Object.entries(TRANSPORT_ANSWERS).map(([status, { says, code }]) => [
          status,
          transportAnswer(status, says, code),
        ]),
      ),
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'key', description: KEY },
        secret: { type: 'apiKey', in: 'header', name: 'secret', description: 'Of a registered app, beside its key.' },
        token: { type: 'apiKey', in: 'header', name: 'token', description: TOKEN },
      },
    },
  }
}
