import { describe, expect, it, vi } from 'vitest'
import { readParams, writeParams } from '../../ui/filter-bar-params.ts'

// The session module reads the browser's storage when it is imported.
vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('document', { cookie: '' })
vi.stubGlobal('sessionStorage', { getItem: () => null })
const { appUsers } = await import('./list.tsx')

const addressOf = (query: string) => readParams(appUsers.params, new URLSearchParams(query))

describe('the query of the app users', () => {
  it.each([
    ['', {}],
    ['phone=138&status=disabled', { phone: '138', status: 'disabled' }],
    ['status=nonsense&app_id=x', {}],
    ['has_device=no&mark=vip', { has_device: false, mark: 'vip' }],
  ])('"%s" requests %o', (query, filter) => {
    expect(appUsers.bodyOf(addressOf(query))).toEqual({ sort_by: 'register_time', sort_order: 'desc', ...filter })
  })

  it('a day is requested from its first to its last instant', () => {
    const body = appUsers.bodyOf(addressOf('registered_from=2026-11-20&registered_to=2026-11-20'))
    const from = Date.parse(body.registered_from ?? '')
    expect(Date.parse(body.registered_to ?? '') - from).toBe(86_399_999)
  })

  it('round-trips, and is empty without filters', () => {
    const query = 'search=anna&app_id=2&sort_order=asc&pageNo=3'
    expect(writeParams(appUsers.params, addressOf(query)).toString()).toBe(query)
    expect(writeParams(appUsers.params, addressOf('')).toString()).toBe('')
  })
})
