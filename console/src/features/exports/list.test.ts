import { describe, expect, it, vi } from 'vitest'
import { readParams } from '../../ui/filter-bar-params.ts'
import { listQuery } from '../../ui/list-address.ts'

// The session reads the browser's storage as soon as it is loaded.
vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('document', { cookie: '' })
vi.stubGlobal('sessionStorage', { getItem: () => null })
const { ownExports } = await import('./list.tsx')
const { batches, batchItems } = await import('../../batches/list.tsx')

const at = (query: string) => new URLSearchParams(query)

describe('the own exports', () => {
  it.each([
    ['', {}],
    ['state=failed', { states: ['failed'] }],
    ['state=nonsense', {}],
  ])('"%s" requests %o', (query, body) => {
    expect(ownExports.bodyOf(readParams(ownExports.params, at(query)))).toEqual(body)
  })

  it('offers no page of more rows than the table does', () => {
    expect(readParams(ownExports.params, at('size=999')).size).toBe(20)
    expect(readParams(ownExports.params, at('size=50&pageNo=2'))).toMatchObject({ size: 50, pageNo: 2 })
  })

  it('leave the parameters of the screen around them alone', () => {
    const { changed, cleared } = listQuery(ownExports.params, ownExports.shares_address)
    const query = at('tab=exports&state=failed&pageNo=3')
    expect(changed(query, { state: 'done' }).toString()).toBe('state=done&tab=exports')
    expect(cleared(query, []).toString()).toBe('tab=exports')
  })
})

it('batches and their items start with the smallest page they offer', () => {
  expect(readParams(batches.params, at('')).size).toBe(20)
  expect(readParams(batchItems.params, at('')).size).toBe(50)
})

it.each([
  ['', {}],
  ['only=failed', { only: 'failed' }],
])('the items of a batch at "%s" request %o', (query, body) => {
  expect(batchItems.bodyOf(readParams(batchItems.params, at(query)))).toEqual(body)
})
