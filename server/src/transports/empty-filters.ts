import type { Endpoint } from '@heatfleet/contract/endpoint.ts'
import type { z } from 'zod'

type Definition = z.core.$ZodTypes['_zod']['def']
type Call = Pick<Endpoint, 'kind' | 'query'>
type Droppable = { blank: ReadonlySet<string>; missing: ReadonlySet<string> }

/**
 * Clients of the specification send the empty fields of a form as `''` or null; only the list of SIM cards is named as one
 * whose empty filters they leave out (spec 5). In a read an optional field that is sent empty counts as left out, unless
 * empty is a value of its own there; in a list `''` never is one. Changes are parsed as they are sent (decision 0099).
 */
export const withoutEmpty = (call: Call, schema: z.ZodType, value: unknown): unknown => {
  if (call.kind !== 'read' || typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const { blank, missing } = droppableOf(schema, isList(call))
  const isEmpty = ([key, field]: [string, unknown]) =>
    (field === '' && blank.has(key)) || (field === null && missing.has(key))
  const entries = Object.entries(value)
  return entries.some(isEmpty) ? Object.fromEntries(entries.filter((entry) => !isEmpty(entry))) : value
}

const isList = ({ query }: Call): boolean => query !== undefined && Object.hasOwn(query.shape, 'pageNo')

const NONE: Droppable = { blank: new Set(), missing: new Set() }
const found = { list: new WeakMap<z.ZodType, Droppable>(), other: new WeakMap<z.ZodType, Droppable>() }

/** Computed once for each schema: each field of it is tried. */
const droppableOf = (schema: z.ZodType, is_list: boolean): Droppable => {
  const known = is_list ? found.list : found.other
  const before = known.get(schema)
  if (before !== undefined) return before
  const shape = shapeOf(schema)
  const optional = Object.entries(shape ?? {}).filter(([, field]) => accepts(field, undefined))
  const keys = (test: (field: z.core.$ZodType) => boolean) =>
    new Set(optional.filter(([, field]) => test(field)).map(([key]) => key))
  const droppable =
    shape === null
      ? NONE
      : { blank: keys((field) => is_list || !accepts(field, '')), missing: keys((field) => !accepts(field, null)) }
  known.set(schema, droppable)
  return droppable
}

// The contract's schemas are made by `zod`, whose own parse belongs to each of them.
const accepts = (field: z.core.$ZodType, value: unknown): boolean => (field as z.ZodType).safeParse(value).success

/** Fields of an object, also of one with a default; null for anything else. */
const shapeOf = (schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> | null => {
  const def = schema._zod.def as Definition
  switch (def.type) {
    case 'object':
      return def.shape
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
      return shapeOf(def.innerType)
    case 'pipe':
      return shapeOf(def.in)
    default:
      return null
  }
}
