import { describe, expect, it, vi } from 'vitest'
import { readParams, writeParams } from '../../ui/filter-bar-params.ts'

// The session reads the browser's storage as soon as it is loaded.
vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('document', { cookie: '' })
vi.stubGlobal('sessionStorage', { getItem: () => null })
const { auditLog, auditOfMany, auditOfOne } = await import('./list.tsx')

const addressOf = (query: string) => readParams(auditLog.params, new URLSearchParams(query))

describe('the address of the audit log', () => {
  it.each([
    ['', {}],
    [
      'user_name=han&action=login&role_id=3&result=no_access',
      { user_name: 'han', action: 'login', role_id: 3, result: 'no_access' },
    ],
    [
      'object=role+3&address=203.0&request_id=0b8f&text=villa',
      { object: 'role 3', address: '203.0', request_id: '0b8f', text: 'villa' },
    ],
    ['result=nonsense&role_id=x&sort_by=user_name', {}],
    ['sort_order=asc', { sort_order: 'asc' }],
  ])('"%s" requests %o', (query, filter) => {
    expect(auditLog.bodyOf(addressOf(query))).toEqual({ sort_order: 'desc', ...filter })
  })

  it('a day is requested from its first to its last instant', () => {
    const { from, to } = auditLog.bodyOf(addressOf('from=2026-11-20&to=2026-11-20'))
    expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(86_399_999)
  })

  it('is written as it was read, and is empty without filters', () => {
    const query = 'user_name=anna&object=role+3&from=2026-11-20&sort_order=asc&pageNo=3'
    expect(writeParams(auditLog.params, addressOf(query)).toString()).toBe(query)
    expect(writeParams(auditLog.params, addressOf('')).toString()).toBe('')
  })
})

const TAB = ['at', 'user_name', 'action', 'object', 'change', 'result', 'address']

it.each([
  ['of many shows their objects', auditOfMany, TAB],
  ['of one object shows reasons', auditOfOne, ['at', 'user_name', 'action', 'change', 'reason', 'result', 'address']],
])('the log %s; it keeps no columns, has no filters and no export', (_, tab, keys) => {
  const { name, columns, filters, offered, params } = tab
  expect(Object.keys(columns)).toEqual(keys)
  expect(Object.values(columns).every(({ by_default }) => by_default)).toBe(true)
  expect(offered(readParams(params, new URLSearchParams()))).toEqual({ filters: [], columns: keys })
  expect([name, filters, tab.export]).toEqual([null, {}, undefined])
})
