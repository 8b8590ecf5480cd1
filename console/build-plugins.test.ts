import { describe, expect, it } from 'vitest'
import { leanEndpoints } from './lean-endpoints.ts'
import { markPure } from './pure-tables.ts'

describe('an endpoint in the build of the console', () => {
  it('keeps where a call goes, and of its body that there is one', () => {
    const row = `{ method: 'POST', path: '/a', of: 'a', needs: 'a:view', query: Q, body: B.default({}), result: R, fails: [] }`
    const lean = leanEndpoints(`const a = endpoints({ list: ${row} })`).replaceAll(/\s+/g, ' ')
    expect(lean).toBe("const a = endpoints({ list: { method: 'POST', path: '/a', of: 'a', body: true, } })")
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
