import { UnknownModuleFilter } from '@heatfleet/contract/first-contact/unknown-modules.ts'
import { expect, it, vi } from 'vitest'
import { readParams } from '../../ui/filter-bar-params.ts'

// The session reads the browser's storage as soon as it is loaded.
vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('document', { cookie: '' })
vi.stubGlobal('sessionStorage', { getItem: () => null })
const { unknownModules } = await import('./list.tsx')

const bodyAt = (query: string) => unknownModules.bodyOf(readParams(unknownModules.params, new URLSearchParams(query)))

it('those that wait are listed at first, the last ones first', () => {
  expect(bodyAt('')).toEqual({ state: 'waiting', sort_by: 'last_seen_time', sort_order: 'desc' })
})

it('the address says what is asked for, and the contract accepts it', () => {
  const body = bodyAt('state=banned&mac=7CDF&address=10.0.0.1&product_key=r290&proven=yes&sort_by=tries&sort_order=asc')
  const filter = { state: 'banned', address: '10.0.0.1', product_key: 'r290', proven: true }
  expect(body).toEqual({ ...filter, mac: '7CDF', sort_by: 'tries', sort_order: 'asc' })
  expect(UnknownModuleFilter.parse(body)).toMatchObject({ ...filter, mac: '7cdf' })
})
