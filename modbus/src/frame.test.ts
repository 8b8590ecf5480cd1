import { describe, expect, test } from 'vitest'
import golden from '../golden/protocol-vectors.json' with { type: 'json' }
import writes from '../golden/write-vectors.json' with { type: 'json' }
import { crc16, sealWithCrc } from './crc.ts'
import { answers, buildReply, buildRequest, parseReply, parseRequest, type RtuReply, type RtuRequest } from './frame.ts'
import { fromHex, toHex } from './hex.ts'

const vectors = { ...golden, ...writes }
const bytesOf = (hex: string) => fromHex(hex) ?? new Uint8Array()
const words = [-15, -5, 5, 15].map((value) => value & 0xffff)

test('the CRC check value of "123456789" is 0x4B37', () => {
  expect(crc16(new TextEncoder().encode('123456789'))).toBe(0x4b37)
})

type Name = keyof typeof vectors & (`rtu${string}` | `${string}_spec${string}`)
const REQUESTS: [Name, RtuRequest][] = [
  ['rtu_read_A', { fn: 3, slave: 1, start: 0, quantity: 50 }],
  ['rtu_read_B', { fn: 3, slave: 1, start: 0x32, quantity: 12 }],
  ['rtu_read_C', { fn: 3, slave: 1, start: 0xc6, quantity: 7 }],
  ['rtu_read_model', { fn: 3, slave: 1, start: 0x1ba, quantity: 1 }],
  ['rtu_phnix_model', { fn: 3, slave: 16, start: 1221, quantity: 1 }],
  ['rtu_midea_model', { fn: 3, slave: 1, start: 187, quantity: 4 }],
  ['rtu_write_sp_dhw', { fn: 6, slave: 1, start: 0xca, word: 100 }],
  ['rtu_write_multi', { fn: 16, slave: 1, start: 0x169, words }],
  ['rtu_coil_on', { fn: 5, slave: 1, start: 0x320, coil: true }],
  // CD 01 = 1100 1101, 01: the first coil is the lowest bit.
  ['coils_spec', { fn: 15, slave: 17, start: 19, coils: Array.from('1011001110', (bit) => bit === '1') }],
  ['registers_spec', { fn: 16, slave: 17, start: 1, words: [0x000a, 0x0102] }],
]

const REPLIES: [Name, RtuReply][] = [
  ['rtu_read_model_reply', { kind: 'data', fn: 3, slave: 1, data: Uint8Array.of(0, 4) }],
  ['rtu_write_sp_dhw', { kind: 'word_written', fn: 6, slave: 1, start: 0xca, word: 100 }],
  ['rtu_write_multi_reply', { kind: 'words_written', fn: 16, slave: 1, start: 0x169, quantity: 4 }],
  ['rtu_coil_on', { kind: 'coil_written', fn: 5, slave: 1, start: 0x320, coil: true }],
  ['coils_spec_reply', { kind: 'coils_written', fn: 15, slave: 17, start: 19, quantity: 10 }],
  ['registers_spec_reply', { kind: 'words_written', fn: 16, slave: 17, start: 1, quantity: 2 }],
  ['rtu_exception', { kind: 'exception', fn: 3, slave: 1, code: 2 }],
  ['rtu_reply_0E_10', { kind: 'data', fn: 3, slave: 1, data: bytesOf('011901e5000000080143001602c10002fffc00e5') }],
]

describe('RTU frames', () => {
  test.each(REQUESTS)('the golden request %s is written and read', (name, request) => {
    expect(toHex(buildRequest(request))).toBe(vectors[name].hex)
    expect(parseRequest(bytesOf(vectors[name].hex))).toEqual({ ok: true, request })
  })

  test.each(REPLIES)('the golden reply %s is written and read', (name, reply) => {
    expect(toHex(buildReply(reply))).toBe(vectors[name].hex)
    expect(parseReply(bytesOf(vectors[name].hex))).toEqual({ ok: true, reply })
  })

  test.each([
    ['too_short', '0103'],
    ['bad_crc', '010300000032c41e'],
    ['bad_quantity', toHex(buildRequest({ fn: 3, slave: 1, start: 0, quantity: 126 }))],
    ['bad_quantity', toHex(buildRequest({ fn: 3, slave: 1, start: 0xffff, quantity: 2 }))],
    ['bad_function', toHex(sealWithCrc(bytesOf('0107000000010000')))],
    ['bad_length', toHex(sealWithCrc(bytesOf('01030000000100000000')))],
    ['bad_quantity', toHex(sealWithCrc(bytesOf('010f00000000000000')))],
    ['bad_quantity', toHex(buildRequest({ fn: 15, slave: 1, start: 0xffff, coils: [true, true] }))],
    ['bad_length', toHex(sealWithCrc(bytesOf('010f0000000a01ff0000')))],
    ['bad_coil_value', toHex(sealWithCrc(bytesOf('0105000012340000')))],
  ])('a request is refused as %s', (reason, hex) => {
    expect(parseRequest(bytesOf(hex))).toMatchObject({ ok: false, reason })
  })

  test('a reply is matched to the request it answers', () => {
    const read: RtuRequest = { fn: 3, slave: 1, start: 0x1ba, quantity: 1 }
    expect(answers({ kind: 'data', fn: 3, slave: 1, data: Uint8Array.of(0, 4) }, read)).toBe(true)
    expect(answers({ kind: 'exception', fn: 3, slave: 1, code: 2 }, read)).toBe(true)
    expect(answers({ kind: 'data', fn: 3, slave: 2, data: Uint8Array.of(0, 4) }, read)).toBe(false)
    expect(answers({ kind: 'data', fn: 3, slave: 1, data: new Uint8Array(4) }, read)).toBe(false)
  })
})
