import { describe, expect, it } from 'vitest'
import { fixPath } from './fix-path.ts'

const KNOWN = { mac: '863412060123455', product_key: 'r290 & co', iccid: '89860324421045678909' }

describe('the screen that mends a finding', () => {
  it.each([
    ['sim_stopped', '/device/iccid-manage?iccid=89860324421045678909'],
    ['product_unpublished', '/product/product-detail/r290%20%26%20co'],
    ['module_replaced', '/device/replacement-list?search=863412060123455'],
    ['fresh_old', '/device/device-detail/863412060123455?tab=live'],
    ['product_unrecognized', '/device/device-detail/863412060123455?tab=model'],
    ['bus_lost', null],
    ['sim_ok', null],
  ] as const)('of %s is %s', (finding, path) =>
    expect(fixPath(finding, KNOWN, { product: true, iccid: true, model: true })).toBe(path),
  )

  it('is not offered to who may not open it', () => {
    expect(fixPath('sim_stopped', KNOWN, { product: true, iccid: false, model: true })).toBeNull()
    expect(fixPath('points_none', KNOWN, { product: false, iccid: true, model: true })).toBeNull()
  })
})
