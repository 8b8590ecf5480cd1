import { expect, it, vi } from 'vitest'
import { readParams, writeParams } from '../../ui/filter-bar-params.ts'

// The session module reads the browser's storage when it is imported.
vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('document', { cookie: '' })
vi.stubGlobal('sessionStorage', { getItem: () => null })
const { deviceLog, deviceLogOfUnit } = await import('./list.tsx')

const at = (query: string) => readParams(deviceLog.params, new URLSearchParams(query))

it.each([
  ['', {}],
  ['type=report&search=863412060123455', { type: 'report', search: '863412060123455' }],
  ['search=863412060123455,a4c100000001', { macs: ['863412060123455', 'a4c100000001'] }],
  ['search=863412060123455&text=f07', { search: '863412060123455', text: 'f07' }],
  ['type=raw&result=failed', { type: 'raw', result: 'failed' }],
  ['result=nonsense&search=villa', { search: 'villa' }],
])('"%s" requests %o', (query, filter) => {
  expect(deviceLog.bodyOf(at(query))).toEqual({ include_lower: true, ...filter })
})

it('keeps its filters in the address', () => {
  const query = 'search=863412060123455%2Ca4c100000001&type=report&result=ok'
  expect(writeParams(deviceLog.params, at(query)).toString()).toBe(query)
})

it('of one unit has results too, and neither units nor distributors', () => {
  const { filters, columns } = deviceLogOfUnit.offered({} as never)
  expect(filters).toEqual(['type', 'result', 'period', 'text'])
  expect(columns).toEqual(expect.arrayContaining(['result', 'source', 'trace_id']))
  expect(columns).not.toContain('agent_name')
})
