import type { z } from 'zod'
import { ERROR_CODES, type ErrorCode } from './errors.ts'

type Definition = z.core.$ZodTypes['_zod']['def']

/** Codes of the rules in a schema (`brokenAs`): the refusals that its input may meet beside `invalid_input`. */
export const ruleCodesOf = (schema: z.core.$ZodType | undefined): ErrorCode[] => {
  const codes = new Set<ErrorCode>()
  const seen = new Set<z.core.$ZodType>()
  const look = (one: z.core.$ZodType | undefined): void => {
    if (one === undefined || seen.has(one)) return
    seen.add(one)
    // Zod's union of definitions, discriminated by `type`: its public way to walk a schema.
    const def = one._zod.def as Definition
    for (const check of [one, ...(def.checks ?? [])]) {
      const code = codeOf(check._zod.def)
      if (code !== undefined) codes.add(code)
    }
    for (const part of partsOf(def)) look(part)
  }
  look(schema)
  return [...codes]
}

/** A rule says its code in place of a sentence. */
const codeOf = (def: { error?: unknown }): ErrorCode | undefined => {
  if (typeof def.error !== 'function') return undefined
  let said: unknown
  try {
    said = def.error({})
  } catch {
    // A sentence made of what was wrong: it is no code.
    return undefined
  }
  return ERROR_CODES.find((code) => code === said)
}

const partsOf = (def: Definition): readonly z.core.$ZodType[] => {
  switch (def.type) {
    case 'object':
      return Object.values(def.shape)
    case 'array':
      return [def.element]
    case 'record':
      return [def.keyType, def.valueType]
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'nonoptional':
    case 'catch':
      return [def.innerType]
    case 'pipe':
      return [def.in, def.out]
    case 'lazy':
      return [def.getter()]
    case 'union':
      return def.options
    case 'tuple':
      return def.items
    case 'intersection':
      return [def.left, def.right]
    default:
      return []
  }
}
