import { z } from 'zod'
import { API_PREFIX, type Endpoint } from './endpoint.ts'
import { ERRORS } from './errors.ts'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Json

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

const refusalOf = (endpoint: Endpoint): Json => ({
  type: 'object',
  properties: {
    code: { type: 'integer', const: 400 },
    data: { type: 'null' },
    msg: { type: 'string', enum: endpoint.fails.map((code) => ERRORS[code]) },
    error: {
      type: 'object',
      properties: { code: { type: 'string', enum: [...endpoint.fails] }, field: { type: 'string' } },
    },
  },
})

/** OpenAPI 3.1 of the endpoint table. */
export const buildOpenApi = (table: Record<string, Endpoint>): Json => {
  const paths: Record<string, Json> = {}
  for (const [name, endpoint] of Object.entries(table)) {
    const path = `${API_PREFIX}${endpoint.path.replace(/:([a-zA-Z_]+)/g, '{$1}')}`
    const operation: Json = {
      operationId: name,
      summary: endpoint.says,
      description: `Needs: ${endpoint.needs}.`,
      tags: [endpoint.path.split('/')[1] ?? ''],
      security: endpoint.needs === 'application' ? [{ key: [] }] : [{ key: [], token: [] }],
      parameters: [...parametersOf('path', endpoint.params), ...parametersOf('query', endpoint.query)],
      responses: {
        200: {
          description: 'Success, or a refusal with code 400',
          content: {
            'application/json': {
              schema: { oneOf: [envelopeOf(schemaOf(endpoint.result, 'output')), refusalOf(endpoint)] },
              example: { code: 200, data: endpoint.example, msg: 'success' },
            },
          },
        },
      },
    }
    if (endpoint.body !== undefined)
      operation.requestBody = { content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } } }
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Heatfleet', version: '1', description: 'Every call sends the headers `key` and `token`.' },
    paths,
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'key' },
        token: { type: 'apiKey', in: 'header', name: 'token' },
      },
    },
  }
}
