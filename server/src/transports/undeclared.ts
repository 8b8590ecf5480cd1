import type { z } from 'zod'

type Side = 'input' | 'output'
type Definition = z.core.$ZodTypes['_zod']['def']

/**
 * Path of the first key a value has and its schema does not declare, or null. Schemas of the contract ignore such keys;
 * the server does not: a misspelt filter of a body must not silently show everything, and an answer must not carry a column
 * nobody declared. `side` tells which end of a transforming schema the value is at.
 */
export const findUndeclared = (schema: z.core.$ZodType, value: unknown, side: Side): string[] | null => {
  // Zod's own union of definitions, told apart by `type`: its public way to walk a schema.
  const def = schema._zod.def as Definition
  switch (def.type) {
    case 'object':
      return isRecord(value) ? inObject(def.shape, value, side) : null
    case 'array':
      return Array.isArray(value) ? inEach(value.entries(), () => def.element, side) : null
    case 'record':
      return isRecord(value) ? inEach(Object.entries(value), () => def.valueType, side) : null
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
      return inUnion(def.options, value, side)
    default:
      return null
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const inObject = (shape: Readonly<Record<string, z.core.$ZodType>>, value: Record<string, unknown>, side: Side) =>
  inEach(Object.entries(value), (key) => (Object.hasOwn(shape, key) ? shape[key] : undefined), side)

const inEach = <Key extends string | number>(
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

/** A value that fits an option without strange keys is fine; else the strange key of the first option is told. */
const inUnion = (options: readonly z.core.$ZodType[], value: unknown, side: Side): string[] | null => {
  const found = options.map((option) => findUndeclared(option, value, side))
  return found.includes(null) ? null : (found[0] ?? null)
}
