import type { z } from 'zod'

type Side = 'input' | 'output'
type Definition = z.core.$ZodTypes['_zod']['def']

/**
 * Path of the first key that a value has and its schema does not declare, or null. Schemas of the contract ignore such
 * keys; the server does not: a misspelt filter in a body must not silently match everything, and an answer must not carry
 * an undeclared column. `side` = which end of a transforming schema the value is at.
 */
export const findUndeclared = (schema: z.core.$ZodType, value: unknown, side: Side): string[] | null => {
  // Zod's union of definitions, discriminated by `type`: its public way to walk a schema.
  const def = schema._zod.def as Definition
  switch (def.type) {
    case 'object':
      return isRecord(value) ? findInObject(def.shape, value, side) : null
    case 'array':
      return Array.isArray(value) ? findInEach(value.entries(), () => def.element, side) : null
    case 'record':
      return isRecord(value) ? findInEach(Object.entries(value), () => def.valueType, side) : null
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
      return value === undefined || value === null ? null : findUndeclared(def.innerType, value, side)
    case 'pipe':
      return findUndeclared(side === 'input' ? def.in : def.out, value, side)
    case 'lazy':
      return findUndeclared(def.getter(), value, side)
    case 'union':
      return findInUnion(def.options, value, side)
    default:
      return null
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const findInObject = (shape: Readonly<Record<string, z.core.$ZodType>>, value: Record<string, unknown>, side: Side) =>
  findInEach(Object.entries(value), (key) => (Object.hasOwn(shape, key) ? shape[key] : undefined), side)

const findInEach = <Key extends string | number>(
  entries: Iterable<[Key, unknown]>,
  schemaOf: (key: Key) => z.core.$ZodType | undefined,
  side: Side,
): string[] | null => {
  for (const [key, item] of entries) {
    const schema = schemaOf(key)
    const below = schema === undefined ? [] : findUndeclared(schema, item, side)
    if (below !== null) return [String(key), ...below]
  }
  return null
}

/** A value that fits one option without undeclared keys is valid; else the undeclared key of the first option is returned. */
const findInUnion = (options: readonly z.core.$ZodType[], value: unknown, side: Side): string[] | null => {
  const found = options.map((option) => findUndeclared(option, value, side))
  return found.includes(null) ? null : (found[0] ?? null)
}
