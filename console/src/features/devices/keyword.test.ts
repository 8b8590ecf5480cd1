import { imeiOf } from '@heatfleet/contract/identifiers.ts'
import { describe, expect, test } from 'vitest'
import { joinPastedLines, parseKeyword } from './keyword.ts'

const IMEI = '863412060123455'
const OTHER = imeiOf('86341206016191')

describe('the keyword of the device list', () => {
  test.each([
    ['nothing', ' , \n', { kind: 'none' }],
    ['a name', ' Villa Linden 4 ', { kind: 'name', device_name: 'Villa Linden 4' }],
    ['a Chinese name', '余杭 未来科技城 12-3', { kind: 'name', device_name: '余杭 未来科技城 12-3' }],
    ['a name with a comma', 'West Lake Hotel, plant 2', { kind: 'name', device_name: 'West Lake Hotel, plant 2' }],
    ['a short number, which may be part of a name', '14', { kind: 'name', device_name: '14' }],
    ['one id', IMEI, { kind: 'ids', macs: [IMEI] }],
    ['a MAC as printed on the box', 'A0:B1:C2:D3:E4:F5', { kind: 'ids', macs: ['a0b1c2d3e4f5'] }],
    ['ids by comma, Chinese comma and line', `${IMEI}，${OTHER},\n${IMEI}`, { kind: 'ids', macs: [IMEI, OTHER] }],
    ['an incomplete id', '86341206012345', { kind: 'incomplete', ids: ['86341206012345'] }],
    ['a wrong check digit', '863412060123456', { kind: 'incomplete', ids: ['863412060123456'] }],
    ['one incomplete id among complete ones', `${IMEI}, 8634`, { kind: 'incomplete', ids: ['8634'] }],
    ['a name among complete ids', `${IMEI}, Villa`, { kind: 'incomplete', ids: ['Villa'] }],
  ])('understands %s', (_, text, expected) => {
    expect(parseKeyword(text)).toEqual(expected)
  })

  test('refuses more ids than one filter may hold instead of dropping some', () => {
    const many = Array.from({ length: 501 }, (_, index) => imeiOf(`86341206${String(index).padStart(6, '0')}`))
    expect(parseKeyword(many.join(','))).toEqual({ kind: 'too_many', max: 500 })
    expect(parseKeyword(many.slice(1).join(','))).toMatchObject({ kind: 'ids' })
  })

  test('keeps the lines of a pasted column apart', () => {
    expect(joinPastedLines(`${IMEI}\r\n ${OTHER}\r\n\r\n`)).toBe(`${IMEI}, ${OTHER}`)
    expect(joinPastedLines('Villa Linden')).toBe('Villa Linden')
  })
})
