import { api } from '@heatfleet/contract/api.ts'
import { type Endpoint, isAppCall } from '@heatfleet/contract/endpoint.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import { z } from 'zod'

/** A call as a tool for language models: its name in the endpoint table, what it says, and a schema of its input. */
export type ReadTool = { name: string; endpoint: Endpoint; description: string; input: Record<string, unknown> }

/** Whose rights, and of which nouns (`of` in the endpoint table) alone. */
type ToolChoice = { permissions: ReadonlySet<Permission>; only?: ReadonlySet<string> | undefined }

/**
 * The tools somebody may use: every call of the console that only reads, that a program may make and the rights allow.
 * Files are left out, for a model reads text.
 */
export const readTools = ({ permissions, only }: ToolChoice): ReadTool[] =>
  Object.entries<Endpoint>(api)
    .filter(([, endpoint]) => isReadable(endpoint, permissions) && (only === undefined || only.has(endpoint.of)))
    .map(([name, endpoint]) => ({ name, endpoint, description: endpoint.says, input: inputOf(endpoint) }))

const isReadable = (endpoint: Endpoint, permissions: ReadonlySet<Permission>): boolean => {
  const { kind, needs, gives, closed_to_api_tokens } = endpoint
  if (kind !== 'read' || gives === 'file' || closed_to_api_tokens === true || isAppCall(endpoint)) return false
  if (needs === 'application' || needs === 'app' || needs === 'app-user' || needs === 'data-recipient') return false
  return needs === 'signed-in' || permissions.has(needs)
}

/** `params`, `query` and `body` of a call as one JSON schema. */
const inputOf = ({ params, query, body }: Endpoint): Record<string, unknown> => {
  const parts = Object.entries({ params, query, body }).flatMap(([name, schema]) =>
    schema === undefined ? [] : [{ name, schema: schemaOf(schema) }],
  )
  return {
    type: 'object',
    properties: Object.fromEntries(parts.map(({ name, schema }) => [name, schema])),
    required: parts.flatMap(({ name, schema }) => (Array.isArray(schema.required) ? [name] : [])),
    additionalProperties: false,
  }
}

const schemaOf = (schema: z.ZodType): Record<string, unknown> => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' })
  return json
}
