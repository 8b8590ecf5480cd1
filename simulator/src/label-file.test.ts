import { expect, it } from 'vitest'
import { parseLabelFile } from './label-file.ts'

const URL = 'mqtt://127.0.0.1:1883'
const SECRET = '00112233445566778899aabbccddeeff'.repeat(2)

it('the secrets that an import hands out become modules: an IMEI one with a SIM card, a MAC one on WiFi', () => {
  const csv = `\uFEFFmac,secret,claim_code,product_key,serial\r\n863412060123455,${SECRET},K7QMHX4R,r290-monobloc,SN-1\r\n"7cdfa1b2c3d4","${SECRET}",,,\r\n`
  const { url, units } = parseLabelFile(csv, URL)
  expect(url).toBe(URL)
  expect(units.map(({ did, secret_hex, net }) => [did, secret_hex, net])).toEqual([
    ['863412060123455', SECRET, '4g'],
    ['7cdfa1b2c3d4', SECRET, 'wifi'],
  ])
})

it.each([
  ['did,key\n1,2', 'columns mac and secret are missing'],
  [`mac,secret\n863412060123455,${SECRET}\n8634,${SECRET}`, 'line 3: mac must be an IMEI or a MAC, not 8634'],
  ['mac,secret\n863412060123455,00ff', 'line 2: secret must be 32 bytes in hex'],
])('a file that is none is refused with its line', (text, message) => {
  expect(() => parseLabelFile(text, URL)).toThrow(message)
})
