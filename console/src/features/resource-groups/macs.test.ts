import { imeiOf } from '@heatfleet/contract/identifiers.ts'
import { describe, expect, it } from 'vitest'
import { parseMacs } from './macs.ts'

const imei = imeiOf('86000000000001')

describe('ids pasted from a list', () => {
  it.each([
    ['', [], []],
    [`${imei}\na4c138000004\n`, [imei, 'a4c138000004'], []],
    [`${imei}, ${imei}; a4c138000004`, [imei, 'a4c138000004'], []],
    [`${imei}，86000`, [imei], ['86000']],
  ])('%j', (text, macs, incomplete) => {
    expect(parseMacs(text)).toEqual({ macs, incomplete })
  })
})
