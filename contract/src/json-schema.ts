import { z } from 'zod'

/** The part of JSON Schema (2020-12) that the contract's schemas are written in. */
export type JsonSchema = {
  type?: 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object'
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly JsonSchema[]
  oneOf?: readonly JsonSchema[]
  allOf?: readonly JsonSchema[]
  default?: unknown
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  properties?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
  propertyNames?: JsonSchema
  additionalProperties?: JsonSchema | boolean
  $ref?: string
  $defs?: Readonly<Record<string, JsonSchema>>
}

/** A schema as JSON, without the name of its dialect: a document has one for all. */
export const jsonSchemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return withChoices(json) as JsonSchema // zod writes no other keywords for what the contract uses
}

/** Keywords that hold values and no schemas. */
const VALUES: ReadonlySet<string> = new Set(['const', 'default', 'enum'])

/** Several types at one place (`["number", "null"]`) as choices, so that every reader knows one form. */
const withChoices = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withChoices)
  const inner = Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, VALUES.has(key) ? part : withChoices(part)]),
  )
  const { type, ...rest } = inner
  return Array.isArray(type)
    ? { anyOf: type.map((one: unknown) => (one === 'null' ? { type: one } : { ...rest, type: one })) }
    : inner
}

/** The choices of a schema, itself alone where it has none. */
export const choicesOf = (schema: JsonSchema): readonly JsonSchema[] => schema.anyOf ?? schema.oneOf ?? [schema]

/** Moves the named parts of a schema to the document, where references to them lead; their names begin with `owner`. */
export const hoistDefinitions = (
  owner: string,
  schema: object,
  components: Record<string, unknown>,
): Record<string, unknown> => {
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', `"#/components/schemas/${owner}_`)
  // What was made just above.
  const { $defs = {}, ...rest } = JSON.parse(text) as Record<string, unknown> & { $defs?: Record<string, unknown> }
  for (const [name, part] of Object.entries($defs)) components[`${owner}_${name}`] = part
  return rest
}
