import { expect, it, vi } from 'vitest'
import { readParams, writeParams } from '../../ui/filter-bar-params.ts'

// The session reads the browser's storage as soon as it is loaded.
vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('document', { cookie: '' })
vi.stubGlobal('sessionStorage', { getItem: () => null })
const { controlLog } = await import('./list.tsx')

it.each([
  ['', {}],
  ['search=8634&state=failed&source=rollout', { search: '8634', state: 'failed', source: 'rollout' }],
  ['product_key=hp&point_key=sp_heat', { product_key: 'hp', point_key: 'sp_heat' }],
  ['agent_id=3&include_lower=no', { agent_id: 3, include_lower: false }],
  [
    'operator=li&operator_email=li%40&operator_phone=138&rollout_id=7&request_id=0b8f',
    { operator: 'li', operator_email: 'li@', operator_phone: '138', rollout_id: 7, request_id: '0b8f' },
  ],
  ['sort_order=asc', { sort_order: 'asc' }],
])('commands are requested by %s', (query, body) => {
  const address = readParams(controlLog.params, new URLSearchParams(query))
  expect(controlLog.bodyOf(address)).toEqual({ include_lower: true, sort_order: 'desc', ...body })
  expect(writeParams(controlLog.params, address).toString()).toBe(query)
})

it('the filter by a setting is called by what it filters, not by the column of its key in the file', () => {
  const say = {
    t: (pick: ($: object) => string) => pick({ filters: { point_key: 'Setting' }, columns: { point_key: 'Key' } }),
  }
  expect(controlLog.filters.point_key?.label?.(say as never)).toBe('Setting')
})
