import { expect, it, vi } from 'vitest'
import { readParams, writeParams } from '../../ui/filter-bar-params.ts'

// The session reads the browser's storage as soon as it is loaded.
vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('document', { cookie: '' })
vi.stubGlobal('sessionStorage', { getItem: () => null })
const { dataGrants } = await import('./list.tsx')

it('grants are requested by their filters, the newest first, and the address is written as it was read', () => {
  const query = 'search=anna&product_key=r290&agent_id=2&state=revoked_by_owner&pageNo=2'
  const read = readParams(dataGrants.params, new URLSearchParams(query)) as never
  expect(dataGrants.bodyOf(read)).toEqual({
    search: 'anna',
    product_key: 'r290',
    agent_id: 2,
    state: 'revoked_by_owner',
    sort_by: 'created_time',
    sort_order: 'desc',
  })
  const written = writeParams(dataGrants.params as never, read)
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(new URLSearchParams(query)))
})
