import { expect, it, vi } from 'vitest'
import { readParams, writeParams } from '../../ui/filter-bar-params.ts'

// The session reads the browser's storage as soon as it is loaded.
vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('document', { cookie: '' })
vi.stubGlobal('sessionStorage', { getItem: () => null })
const { imports } = await import('./list.tsx')
const { draftRows, resultRows } = await import('./rows-list.tsx')

it('imports are requested by their filters, and the address is written as it was read', () => {
  const query = 'batch_no=I1&product_key=r290&agent_id=2&imported_user=factory&import_tag=CN&states=done'
  const address = readParams(imports.params, new URLSearchParams(query))
  expect(imports.bodyOf(address)).toEqual({
    batch_no: 'I1',
    product_key: 'r290',
    agent_id: 2,
    imported_user: 'factory',
    import_tag: 'CN',
    states: ['done'],
  })
  expect(writeParams(imports.params, address).toString()).toBe(query)
})

it('lines of a draft are requested by verdict, those of a result by tab', () => {
  const query = new URLSearchParams('verdict=error&tab=failed&macs=86-3412060123455&problem=duplicate')
  const common = { macs: ['863412060123455'], problem: 'duplicate' }
  expect(draftRows.bodyOf(readParams(draftRows.params, query))).toEqual({ verdict: 'error', ...common })
  expect(resultRows.bodyOf(readParams(resultRows.params, query))).toEqual({ tab: 'failed', ...common })
})

it('an incomplete id narrows nothing', () => {
  const address = readParams(draftRows.params, new URLSearchParams('macs=86341206,863412060123455'))
  expect(draftRows.bodyOf(address)).toEqual({})
})
