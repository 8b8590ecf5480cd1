import { expect, it, vi } from 'vitest'
import { readParams, writeParams } from '../../ui/filter-bar-params.ts'

// The session reads the browser's storage as soon as it is loaded.
vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('document', { cookie: '' })
vi.stubGlobal('sessionStorage', { getItem: () => null })
const { current, invitations } = await import('./list.tsx')
const { history } = await import('./history-list.tsx')

const FILTERS =
  'search=anna&contact=138&product_key=r290&agent_id=2&role=owner&bind_way=scan&status=active&mark=vip&action=unbound'
const units = { search: 'anna', product_key: 'r290', agent_id: 2 }

it.each([
  [
    'current bindings',
    current,
    {
      ...units,
      contact: '138',
      role: 'owner',
      bind_way: 'scan',
      status: 'active',
      mark: 'vip',
      sort_by: 'bind_time',
      sort_order: 'desc',
    },
  ],
  ['history', history, { ...units, action: 'unbound' }],
  ['invitations', invitations, units],
] as const)('%s are requested by their own filters', (_, list, body) => {
  expect(list.bodyOf(readParams(list.params, new URLSearchParams(FILTERS)) as never)).toEqual(body)
})

it('the lists have one address, which is written as it was read', () => {
  const query = `tab=history&${FILTERS}&from=2026-11-01&bind_from=2026-11-02&pageNo=2`
  for (const params of [current.params, history.params, invitations.params]) {
    const written = writeParams(params as never, readParams(params as never, new URLSearchParams(query)) as never)
    expect(Object.fromEntries(written)).toEqual(Object.fromEntries(new URLSearchParams(query)))
  }
})
