import { expect, it, vi } from 'vitest'
import { readParams, writeParams } from '../../ui/filter-bar-params.ts'

// The session reads the browser's storage as soon as it is loaded.
vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('document', { cookie: '' })
vi.stubGlobal('sessionStorage', { getItem: () => null })
const { batches, units } = await import('./list.tsx')

const FILTERS = 'macs=86-3412060123455&agent_id=2&batch_no=S1&order_no=PO&state=confirmed&ever_online=no'
const whole = { macs: ['863412060123455'], agent_id: 2 }
const papers = { batch_no: 'S1', order_no: 'PO' }

it.each([
  ['to_ship', whole],
  ['shipped', { ...whole, ...papers, state: 'confirmed', ever_online: false }],
  ['returned', { ...whole, ...papers, ever_online: false }],
] as const)('units %s are requested by the filters of that tab alone', (tab, body) => {
  const address = readParams(units.params, new URLSearchParams(`tab=${tab}&${FILTERS}`))
  expect(units.bodyOf(address)).toEqual({ tab, ...body })
})

it('batches are requested by their own filters', () => {
  const address = readParams(batches.params, new URLSearchParams(`tab=batches&${FILTERS}`))
  expect(batches.bodyOf(address)).toEqual({ agent_id: 2, ...papers })
})

it('an incomplete id narrows nothing', () => {
  const address = readParams(units.params, new URLSearchParams('macs=86341206,863412060123455'))
  expect(units.bodyOf(address)).toEqual({ tab: 'to_ship' })
})

it('both lists have one address, which is written as it was read', () => {
  const query = `tab=returned&${FILTERS}&ship_from=2026-11-01&sort_order=desc&pageNo=2`
  for (const params of [units.params, batches.params])
    expect(writeParams(params, readParams(params, new URLSearchParams(query))).toString()).toBe(query)
})
