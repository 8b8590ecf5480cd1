import { describe, expect, it, vi } from 'vitest'
import { readParams, writeParams } from '../../ui/filter-bar-params.ts'

// The session module reads the browser's storage when it is imported.
vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('document', { cookie: '' })
vi.stubGlobal('sessionStorage', { getItem: () => null })
const { evaluations, orders } = await import('./list.tsx')

const ordersAt = (query: string) => readParams(orders.params, new URLSearchParams(query))
const evaluationsAt = (query: string) => readParams(evaluations.params, new URLSearchParams(query))

describe('the query of the service orders', () => {
  it.each([
    ['', { tab: 'unresolved' }],
    ['tab=all&app_user_id=9', { tab: 'all', app_user_id: 9 }],
    ['under=7&handler_uid=12', { tab: 'unresolved', under: 7, handler_uid: 12 }],
    [
      'handler=city&respondent=anna&source=phone',
      { tab: 'unresolved', handler: 'city', respondent: 'anna', source: 'phone' },
    ],
    ['rating=none&has_comment=no&type=nonsense', { tab: 'unresolved', rating: 'none', has_comment: false }],
  ])('"%s" requests %o', (query, filter) => {
    expect(orders.bodyOf(ordersAt(query))).toEqual({ sort_by: 'feedback_time', sort_order: 'desc', ...filter })
  })

  it.each(['feedback', 'resolved'] as const)('both lists read the days of the moment "%s"', (moment) => {
    const query = `${moment}_from=2026-11-20&${moment}_to=2026-11-20`
    for (const body of [orders.bodyOf(ordersAt(query)), evaluations.bodyOf(evaluationsAt(query))]) {
      const [from, to] = [body[`${moment}_from`], body[`${moment}_to`]]
      expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(86_399_999)
    }
  })

  it('evaluations have no tab and begin with the latest resolved', () => {
    expect(evaluations.bodyOf(evaluationsAt('tab=mine'))).toEqual({ sort_by: 'resolved_time', sort_order: 'desc' })
  })

  it('round-trips, and is empty without filters', () => {
    const query = 'tab=all&search=anna&product_key=r290&sort_order=asc&pageNo=3'
    expect(writeParams(orders.params, ordersAt(query)).toString()).toBe(query)
    expect(writeParams(orders.params, ordersAt('')).toString()).toBe('')
  })

  it.each([
    ['orders', 'mac videos source processed_by resolved_time comment revisited_time'],
    [
      'evaluations',
      'feedback_time due_time escalated mac product agent_name pictures videos type source priority processed_by status last_reply_time invited_time',
    ],
  ] as const)('%s hide at first: %s', (screen, hidden) => {
    const say = { screen, lang: 'en', t: () => '' } as never
    const { columns } = screen === 'orders' ? orders : evaluations
    const found = Object.entries(columns).filter(([, { by_default = true }]) =>
      typeof by_default === 'function' ? !by_default(say) : !by_default,
    )
    expect(found.map(([key]) => key).join(' ')).toBe(hidden)
  })
})
