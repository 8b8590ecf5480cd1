import type { JsonSchema } from '@heatfleet/contract/json-schema.ts'

/** Objects whose text is longer and that come more than once get a name of their own. */
const NAMED_FROM = 120

/** TypeScript of JSON schemas; what is the same in several places is written once, under the name of the first. */
export const openTypes = () => {
  const seen = new Map<string, number>()
  const names = new Map<string, string>()
  const declared: string[] = []
  const taken = new Set<string>()

  const nameFor = (wanted: string): string => {
    let name = wanted
    for (let at = 2; taken.has(name); at += 1) name = `${wanted}${at}`
    taken.add(name)
    return name
  }

  /** The text of a schema; `at` = the name it would have, null = without names, to compare. */
  const textOf = (schema: JsonSchema, at: string | null, defs: Defs): string => {
    if (schema.$ref !== undefined) return referenceTo(schema.$ref, at, defs)
    if ('const' in schema) return JSON.stringify(schema.const)
    if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)))
    const choices = schema.anyOf ?? schema.oneOf
    if (choices !== undefined)
      return union(choices.map((choice, index) => textOf(choice, at && `${at}${index || ''}`, defs)))
    if (schema.allOf !== undefined) return schema.allOf.map((part) => `(${textOf(part, at, defs)})`).join(' & ')
    switch (schema.type) {
      case 'string':
      case 'boolean':
      case 'null':
        return schema.type
      case 'integer':
      case 'number':
        return 'number'
      case 'array':
        return arrayText(schema, at, defs)
      case 'object':
        return objectText(schema, at, defs)
      default:
        return 'unknown'
    }
  }

  const arrayText = (
    schema: JsonSchema & { prefixItems?: readonly JsonSchema[] },
    at: string | null,
    defs: Defs,
  ): string => {
    if (schema.prefixItems !== undefined)
      return `[${schema.prefixItems.map((item) => textOf(item, at && `${at}Item`, defs)).join(', ')}]`
    const item = textOf(schema.items ?? {}, at && `${at}Item`, defs)
    return /^[\w"]+$/.test(item) ? `${item}[]` : `(${item})[]`
  }

  const bodyText = ({ properties = {}, required = [] }: JsonSchema, at: string | null, defs: Defs): string => {
    const fields = Object.entries(properties).map(([key, property]) => {
      const name = /^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key)
      return `${name}${required.includes(key) ? '' : '?'}: ${textOf(property, at && at + pascal(key), defs)}`
    })
    return fields.length === 0 ? 'Record<string, never>' : `{ ${fields.join('; ')} }`
  }

  const objectText = (schema: JsonSchema, at: string | null, defs: Defs): string => {
    const { additionalProperties, propertyNames, properties } = schema
    if (properties === undefined && typeof additionalProperties === 'object') {
      const key = propertyNames?.enum === undefined ? 'string' : textOf(propertyNames, null, defs)
      const value = textOf(additionalProperties, at && `${at}Value`, defs)
      return key === 'string' ? `Record<string, ${value}>` : `Partial<Record<${key}, ${value}>>`
    }
    const bare = bodyText(schema, null, defs)
    if (at === null) {
      seen.set(bare, (seen.get(bare) ?? 0) + 1)
      return bare
    }
    if (bare.length < NAMED_FROM || (seen.get(bare) ?? 0) < 2) return bodyText(schema, at, defs)
    const known = names.get(bare)
    if (known !== undefined) return known
    const name = nameFor(at)
    names.set(bare, name)
    declared.push(`export type ${name} = ${bodyText(schema, name, defs)}`)
    return name
  }

  const referenceTo = (ref: string, at: string | null, defs: Defs): string => {
    const key = ref === '#' ? '' : ref.replace('#/$defs/', '')
    const found = defs.names.get(key)
    if (found !== undefined) return found
    if (at === null) return `ref ${key}`
    const name = nameFor(`${defs.owner}${pascal(key)}`)
    defs.names.set(key, name)
    const part = key === '' ? defs.root : defs.root.$defs?.[key]
    declared.push(`export type ${name} = ${bodyText(part ?? {}, name, defs)}`)
    return name
  }

  const defsOf = (schema: JsonSchema, owner: string): Defs => ({ root: schema, owner, names: new Map() })
  return {
    /** Looks at a schema before any is written, so that what comes again is known. */
    note: (schema: JsonSchema) => void textOf(schema, null, defsOf(schema, '')),
    write: (schema: JsonSchema, name: string) => textOf(schema, name, defsOf(schema, name)),
    /** Types that were given a name. */
    declared: () => declared,
  }
}

type Defs = { root: JsonSchema; owner: string; names: Map<string, string> }

const union = (texts: readonly string[]): string => [...new Set(texts)].join(' | ')

/** `page_size` and `pageSize` as a part of a type's name. */
export const pascal = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
