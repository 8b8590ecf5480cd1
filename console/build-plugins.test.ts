import { describe, expect, it } from 'vitest'
import { leanEndpoints } from './lean-endpoints.ts'
import { markPure } from './pure-tables.ts'
import { partSchemas } from './schemas-apart.ts'

describe('an endpoint in the build of the console', () => {
  it('keeps where a call goes, and of its body that there is one', () => {
    const row = `{ method: 'POST', path: '/a', of: 'a', needs: 'a:view', query: Q, body: B.default({}), result: R, fails: [] }`
    const lean = leanEndpoints(`const a = endpoints({ list: ${row} })`).replaceAll(/\s+/g, ' ')
    expect(lean).toBe("const a = endpoints({ list: { method: 'POST', path: '/a', of: 'a', body: true, } })")
  })

  it.each(['read', 'change'])('keeps that it is a %s: what failed is named by it', (kind) => {
    const lean = leanEndpoints(`const a = endpoints({ one: { method: 'GET', path: '/a-info', kind: '${kind}' } })`)
    expect(lean).toContain(`kind: '${kind}'`)
  })
})

describe('a table of the contract in the build of the console', () => {
  it('is left out when nothing reads it, although calls make it', () => {
    expect(markPure('export const A = B.extend({ x: f() })')).toBe(
      'export const A = /* @__PURE__ */ (() => (B.extend({ x: f() })))()',
    )
  })

  it.each(['export const A = 1', 'const f = () => g()', 'export const { a } = g()', 'g()'])(
    'is left as it is: %s',
    (code) => {
      expect(markPure(code)).toBe(code)
    },
  )
})

describe('a module of the contract in the build of the console', () => {
  const code = [
    "import { z } from 'zod'",
    "import { endpoints } from '../endpoint.ts'",
    "import { LIMITS } from '../limits.ts'",
    "export const KINDS = ['a', 'b']",
    'const Kind = z.enum(KINDS)',
    'export const Draft = z.object({ kind: Kind, name: z.string().max(LIMITS.name_max) })',
    'export const isDraft = (value) => Draft.safeParse(value).success',
    'export const isKind = (value) => KINDS.includes(value)',
    "export const calls = endpoints({ list: { path: '/a' } })",
  ].join('\n')
  const parts = partSchemas(code, '/a.ts')

  it('has its schemas, and what refers to them, apart from its calls and tables', () => {
    expect(parts?.whole).toBe(
      "export { KINDS, isKind, calls } from '/a.ts?tables'\nexport { Draft, isDraft } from '/a.ts?schemas'\n",
    )
    expect(parts?.tables).toBe(
      [
        "import { endpoints } from '../endpoint.ts'",
        "const KINDS = ['a', 'b']",
        'const isKind = (value) => KINDS.includes(value)',
        "const calls = endpoints({ list: { path: '/a' } })",
        'export { KINDS, isKind, calls }\n',
      ].join('\n'),
    )
    expect(parts?.schemas).toBe(
      [
        "import { KINDS, isKind, calls } from '/a.ts?tables'",
        "import { z } from 'zod'",
        "import { LIMITS } from '../limits.ts'",
        'const Kind = z.enum(KINDS)',
        'const Draft = z.object({ kind: Kind, name: z.string().max(LIMITS.name_max) })',
        'const isDraft = (value) => Draft.safeParse(value).success',
        'export { Draft, isDraft }\n',
      ].join('\n'),
    )
  })

  it('is refused when calls need a schema to be made', () => {
    const shared = 'const shared = { result: z.object({}) }\nexport const calls = endpoints({ list: { ...shared } })'
    expect(() => partSchemas(`import { z } from 'zod'\n${shared}`, '/a.ts')).toThrow('/a.ts: calls refer to a schema')
  })

  it('is left whole without schemas', () => {
    expect(partSchemas("import { LIMITS } from './limits.ts'\nexport const A = new Set(LIMITS)", '/a.ts')).toBeNull()
  })
})
