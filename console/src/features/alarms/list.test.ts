import { expect, it, vi } from 'vitest'
import { readParams, writeParams } from '../../ui/filter-bar-params.ts'

// The session module reads the browser's storage when it is imported.
vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('document', { cookie: '' })
vi.stubGlobal('sessionStorage', { getItem: () => null })
const { alarms } = await import('./list.tsx')

const at = (query: string) => readParams(alarms.params, new URLSearchParams(query))

it.each([
  ['', { tab: 'unprocessed' }],
  ['tab=all&mac=863412060123455', { tab: 'all', mac: '863412060123455' }],
  [
    'severity=critical&condition=active&repeated=yes',
    { tab: 'unprocessed', severity: 'critical', condition: 'active', repeated: true },
  ],
  ['tab=overdue&overdue=no', { tab: 'overdue', overdue: false }],
  [
    'tab=all&assignee=hotline&longer=240&region_code=330100&country=CN',
    { tab: 'all', assignee: 'hotline', longer_than_minutes: 240, region_code: '330100', country: 'CN' },
  ],
  ['tab=mine&assignee_uid=12&type=nonsense', { tab: 'mine', assignee_uid: 12 }],
])('"%s" requests %o', (query, filter) => {
  expect(alarms.bodyOf(at(query))).toEqual({ sort_by: 'last_time', sort_order: 'desc', ...filter })
})

it('round-trips, and is empty without filters', () => {
  const query = 'tab=all&search=anna&type=offline&sort_by=severity&sort_order=asc&pageNo=3'
  expect(writeParams(alarms.params, at(query)).toString()).toBe(query)
  expect(writeParams(alarms.params, at('')).toString()).toBe('')
})

it('the days of the last time are whole', () => {
  const { last_from, last_to } = alarms.bodyOf(at('last_from=2026-11-20&last_to=2026-11-20'))
  expect(Date.parse(last_to ?? '') - Date.parse(last_from ?? '')).toBe(86_399_999)
})
