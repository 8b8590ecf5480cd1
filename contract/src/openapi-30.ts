type Json = Record<string, unknown>

/** Keys that hold values and no schemas. */
const VALUES: ReadonlySet<string> = new Set(['default', 'enum', 'example'])
/** Keywords of JSON Schema that OpenAPI 3.0 does not have; none of them changes what a reader sees of a field. */
const DROPPED: ReadonlySet<string> = new Set(['contentEncoding', 'propertyNames'])

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The document of `buildOpenApi` as OpenAPI 3.0, for the page alone: its reader takes seconds for one of 3.1 (it copies the whole document for
 * each part that it shows), and none for this one.
 */
export const asOpenApi30 = (document: Json): Json => ({ ...Object(convert(document)), openapi: '3.0.3' })

/** `in_names`: the keys are names of fields, not keywords. */
const convert = (value: unknown, in_names = false): unknown => {
  if (Array.isArray(value)) return value.map((part) => convert(part))
  if (!isObject(value)) return value
  const entries = Object.entries(value).flatMap(([key, part]): [string, unknown][] => {
    if (in_names) return [[key, convert(part)]]
    if (DROPPED.has(key)) return []
    return [[key, VALUES.has(key) ? part : convert(part, key === 'properties')]]
  })
  const converted = Object.fromEntries(entries)
  return in_names ? converted : withNullable(withBounds(withEnum(converted)))
}

const withEnum = (schema: Json): Json => {
  if (!('const' in schema)) return schema
  const { const: only, ...rest } = schema
  return { ...rest, enum: [only] }
}

/** A bound that is left out is a number in 3.1, and a mark at `minimum` or `maximum` in 3.0. */
const withBounds = (schema: Json): Json => {
  const { exclusiveMinimum, exclusiveMaximum, ...rest } = schema
  return {
    ...rest,
    ...(exclusiveMinimum === undefined ? {} : { minimum: exclusiveMinimum, exclusiveMinimum: true }),
    ...(exclusiveMaximum === undefined ? {} : { maximum: exclusiveMaximum, exclusiveMaximum: true }),
  }
}

const withNullable = (schema: Json): Json => {
  if (schema.type === 'null') return { nullable: true, enum: [null] }
  for (const key of ['anyOf', 'oneOf']) {
    const choices = schema[key]
    // Choices are converted before: one of null alone is `enum: [null]` here.
    if (!Array.isArray(choices) || !choices.some(isNullChoice)) continue
    const { [key]: _, ...rest } = schema
    const left: unknown[] = choices.filter((choice) => !isNullChoice(choice))
    const [only] = left
    if (left.length === 1 && isObject(only) && !('$ref' in only)) return { ...only, ...rest, nullable: true }
    return { ...rest, [key]: left, nullable: true }
  }
  return schema
}

const isNullChoice = (choice: unknown): boolean =>
  isObject(choice) && Array.isArray(choice.enum) && choice.enum.length === 1 && choice.enum[0] === null
