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
  return json as JsonSchema // zod writes no other keywords for what the contract uses
}

/** The choices of a schema, itself alone where it has none. */
export const choicesOf = (schema: JsonSchema): readonly JsonSchema[] => schema.anyOf ?? schema.oneOf ?? [schema]
