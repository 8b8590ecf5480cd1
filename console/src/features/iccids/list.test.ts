import { expect, it, vi } from 'vitest'
import { readParams, writeParams } from '../../ui/filter-bar-params.ts'

// The session reads the browser's storage as soon as it is loaded.
vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('document', { cookie: '' })
vi.stubGlobal('sessionStorage', { getItem: () => null })
const { iccids } = await import('./list.tsx')

it.each([
  ['', {}],
  ['iccid=8986&mac=8634&operator=Orange', { iccid: '8986', mac: '8634', operator: 'Orange' }],
  ['status=active&days_left=30&over=no', { status: 'active', days_left: 30, over: false }],
  [
    'online=yes&bound=no&mark=twice&traffic_high=yes',
    { online: true, bound: false, mark: 'twice', traffic_high: true },
  ],
  ['agent_id=3&include_lower=no&product_key=hp', { agent_id: 3, include_lower: false, product_key: 'hp' }],
])('cards are requested by %s', (query, body) => {
  const address = readParams(iccids.params, new URLSearchParams(query))
  const { include_lower, ...rest } = { include_lower: true, ...body }
  expect(iccids.bodyOf(address)).toEqual({ include_lower, sort_by: 'expiration_time', sort_order: 'asc', ...rest })
  expect(writeParams(iccids.params, address).toString()).toBe(query)
})
