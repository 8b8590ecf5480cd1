import { imeiOf } from '@heatfleet/contract/identifiers.ts'
import { describe, expect, it } from 'vitest'
import { evaluateScan } from './scan-list.ts'

const imei = imeiOf('86341206012345')

describe('a scan', () => {
  it.each([
    ['a whole id', imei, { kind: 'new', mac: imei }],
    ['an id as people write it', 'A4:C1:38:00:00:09', { kind: 'new', mac: 'a4c138000009' }],
    ['the link of a label', `heatfleet:bind?id=${imei}&code=K7QMHX4R&product=r290`, { kind: 'new', mac: imei }],
    ['one read before', 'a4c1.3800.0004', { kind: 'duplicate', mac: 'a4c138000004', place: 2 }],
    ['part of an id', ' 86341206 ', { kind: 'incomplete', text: '86341206' }],
  ])('of %s', (_, text, result) => {
    expect(evaluateScan(['a4c138000003', 'a4c138000004'], text)).toEqual(result)
  })
})
