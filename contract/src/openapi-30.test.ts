import { describe, expect, it } from 'vitest'
import { api } from './api.ts'
import { buildOpenApi } from './openapi.ts'
import { asOpenApi30 } from './openapi-30.ts'

const document = buildOpenApi(api)
const page = asOpenApi30(document)

/** Keywords of OpenAPI 3.1 alone, where they are keywords and no names of fields or values. */
const newerIn = (value: unknown, path: string, in_names = false): string[] => {
  if (Array.isArray(value)) return value.flatMap((part, at) => newerIn(part, `${path}/${at}`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => {
    const here = `${path}/${key}`
    if (in_names) return newerIn(part, here)
    if (['const', 'propertyNames', 'contentEncoding', 'prefixItems', '$defs'].includes(key)) return [here]
    if (key === 'type' && (part === 'null' || Array.isArray(part))) return [here]
    if (key.startsWith('exclusive') && typeof part !== 'boolean') return [here]
    return ['default', 'enum', 'example'].includes(key) ? [] : newerIn(part, here, key === 'properties')
  })
}

describe('the document of the page', () => {
  it('has no keyword of OpenAPI 3.1, of which the other has many', () => {
    expect(page.openapi).toBe('3.0.3')
    expect(newerIn(page, '')).toEqual([])
    expect(newerIn(document, '').length).toBeGreaterThan(1_000)
  })

  it('has the same calls with the same examples and fields', () => {
    const outline = (of: unknown): string =>
      JSON.stringify(of, (key, value: unknown) => (['schema', 'schemas', 'openapi'].includes(key) ? undefined : value))
    expect(outline(page)).toBe(outline(document))
    const fields = (of: unknown) => [...JSON.stringify(of).matchAll(/"required":\[/g)].length
    expect(fields(page)).toBe(fields(document))
  })

  it.each([
    ['a value that may be null', { anyOf: [{ type: 'string' }, { type: 'null' }] }, { type: 'string', nullable: true }],
    [
      'a reference that may be null',
      { anyOf: [{ $ref: '#/a' }, { type: 'null' }], description: 'x' },
      { anyOf: [{ $ref: '#/a' }], description: 'x', nullable: true },
    ],
    [
      'a choice that may be null',
      { oneOf: [{ type: 'string' }, { type: 'integer', exclusiveMinimum: 0 }, { type: 'null' }] },
      { oneOf: [{ type: 'string' }, { type: 'integer', minimum: 0, exclusiveMinimum: true }], nullable: true },
    ],
    ['one value', { type: 'string', const: 'a' }, { type: 'string', enum: ['a'] }],
    [
      'fields with the names of keywords',
      { type: 'object', properties: { const: { type: 'string' }, type: { type: 'null' } } },
      { type: 'object', properties: { const: { type: 'string' }, type: { nullable: true, enum: [null] } } },
    ],
  ])('%s', (_, schema, expected) => {
    expect(asOpenApi30({ schema })).toEqual({ openapi: '3.0.3', schema: expected })
  })
})
