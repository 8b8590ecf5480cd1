import { createHmac } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP_MS = 30_000

/** The bytes of a secret as an authenticator app is given it: base32, blanks do not count. */
const bytesOf = (secret: string): Buffer => {
  const bits = Array.from(secret.replaceAll(/[\s=]/g, ''), (letter) =>
    LETTERS.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The six digits an authenticator app shows at a moment (RFC 6238), `steps` of 30 s from it. */
export const codeAt = (secret: string, at_ms: number, steps = 0): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at_ms / STEP_MS) + steps))
  const hash = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const from = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(from) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
