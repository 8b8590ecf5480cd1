import { generateKeyPairSync, sign } from 'node:crypto'

/** A certificate of a test, made anew for each run, and its key; both PEM. */
type TestCertificate = { cert: string; key: string }

const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts)
  const long = body.length < 256 ? Buffer.of(0x81, body.length) : Buffer.of(0x82, body.length >> 8, body.length & 0xff)
  return Buffer.concat([Buffer.of(tag), body.length < 128 ? Buffer.of(body.length) : long, body])
}
const sequence = (...parts: Uint8Array[]): Buffer => der(0x30, ...parts)
/** An object identifier by the bytes of its value. */
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const nameOf = (common_name: string): Buffer =>
  sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(common_name)))))

const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'))
const VALIDITY = sequence(der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('491231235959Z')))
const SUBJECT_ALT_NAME = '551d11'
const IP_ADDRESS = 0x87

/** A self-signed certificate of 127.0.0.1 on P-256, as RFC 5280 writes it down: Node makes keys, and no certificates. */
export const makeCertificate = (): TestCertificate => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const name = nameOf('heatfleet test')
  const alternative = der(0x04, sequence(der(IP_ADDRESS, Buffer.of(127, 0, 0, 1))))
  const content = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1)),
    ECDSA_WITH_SHA256,
    name,
    VALIDITY,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(oid(SUBJECT_ALT_NAME), alternative))),
  )
  const signature = der(0x03, Buffer.of(0), sign('sha256', content, privateKey))
  const whole = sequence(content, ECDSA_WITH_SHA256, signature)
  const lines = whole.toString('base64').replaceAll(/.{64}/g, '$&\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
