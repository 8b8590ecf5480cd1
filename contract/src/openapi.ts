import { z } from 'zod'
import { API_PREFIX, type Endpoint, isAppCall } from './endpoint.ts'
import { ERRORS, type ErrorCode } from './errors.ts'

type Json = Record<string, unknown>

/** A schema as JSON, without the name of its dialect: the document has one for all. */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return json
}

/** Moves the named parts of a schema to the document, where references to them lead; their names begin with `owner`. */
const hoist = (owner: string, schema: Json, components: Record<string, Json>): Json => {
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', `"#/components/schemas/${owner}_`)
  const { $defs = {}, ...rest } = JSON.parse(text) as Json & { $defs?: Record<string, Json> } // what was made just above
  for (const [name, part] of Object.entries($defs)) components[`${owner}_${name}`] = part
  return rest
}

const parametersOf = (place: 'path' | 'query', schema: z.ZodObject | undefined): Json[] => {
  if (schema === undefined) return []
  const json = schemaOf(schema, 'input') as { properties?: Record<string, Json>; required?: string[] }
  return Object.entries(json.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (json.required?.includes(name) ?? false),
    schema: property,
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

/** Refusals of an endpoint: its own, and those that key, token, right and input of any call may meet. */
const refusalsOf = ({ fails, needs }: Endpoint): ErrorCode[] => {
  const person: ErrorCode[] = isAnonymous(needs) ? [] : ['invalid_token']
  const right: ErrorCode[] =
    isAnonymous(needs) || needs === 'signed-in' || needs === 'app-user' || needs === 'data-recipient'
      ? []
      : ['no_permission']
  return [...new Set<ErrorCode>([...fails, 'invalid_application_key', ...person, ...right, 'invalid_input'])]
}

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
  const answer = envelopeOf(hoist(name, schemaOf(endpoint.result, 'output'), schemas))
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

/** OpenAPI 3.1 of the endpoint table. */
export const buildOpenApi = (table: Record<string, Endpoint>): Json => {
  const paths: Record<string, Json> = {}
  const schemas: Record<string, Json> = {}
  for (const [name, endpoint] of Object.entries(table)) {
    const path = `${API_PREFIX}${endpoint.path.replace(/:([a-zA-Z_]+)/g, '{$1}')}`
    const operation: Json = {
      operationId: name,
      summary: endpoint.says,
      description: `Needs: ${endpoint.needs}.`,
      tags: [tagOf(endpoint)],
      security: [securityOf(endpoint)],
      parameters: [...parametersOf('path', endpoint.params), ...parametersOf('query', endpoint.query)],
      responses: {
        200: {
          description: 'Success, or a refusal with code 400',
          content: contentOf(name, endpoint, schemas),
        },
      },
    }
    if (endpoint.body !== undefined)
      operation.requestBody = {
        content: { 'application/json': { schema: hoist(`${name}_body`, schemaOf(endpoint.body, 'input'), schemas) } },
      }
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Heatfleet',
      version: '1',
      description:
        'Every call sends the headers `key` and `token`. Answers to an API token tell its limits: `RateLimit-Policy` (calls `q` in a window of `w` seconds) and `RateLimit` (`r` left, `t` seconds until the next window); over a limit the answer is 429 with `Retry-After`.',
    },
    paths,
    components: {
      schemas,
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'key' },
        secret: { type: 'apiKey', in: 'header', name: 'secret' },
        token: { type: 'apiKey', in: 'header', name: 'token' },
      },
    },
  }
}
