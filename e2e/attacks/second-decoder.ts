/** A point of the second decoder: type, address and linear formula. */
export type PlainPoint = {
  key: string
  type: string
  address: number
  bit: number
  scale: number
  offset: number
  invalid: number[]
}

/**
 * Registers of an RTU answer to a read of holding registers, without any code of the product: null
 * for an invalid frame. CRC-16/MODBUS, bit by bit.
 */
export const wordsOfAnswer = (frame: Uint8Array): number[] | null => {
  if (frame.length < 7 || frame[1] !== 3) return null
  let crc = 0xffff
  for (const byte of frame.subarray(0, -2)) {
    crc ^= byte
    for (let n = 0; n < 8; n++) crc = crc % 2 === 1 ? ((crc - 1) / 2) ^ 0xa001 : crc / 2
  }
  const [low = 0, high = 0] = frame.subarray(-2)
  const bytes = frame[2] ?? 0
  if (crc !== high * 256 + low || bytes !== frame.length - 5 || bytes % 2 === 1) return null
  return Array.from({ length: bytes / 2 }, (_, n) => (frame[3 + 2 * n] ?? 0) * 256 + (frame[4 + 2 * n] ?? 0))
}

/** What a point reads in registers that begin at `start`; null = absent. */
export const readPoint = (point: PlainPoint, start: number, words: readonly number[]): number | null => {
  const at = point.address - start
  const wide = point.type.includes('32')
  if (at < 0 || at + (wide ? 2 : 1) > words.length) return null
  const pattern = patternAt(point, words[at] ?? 0, words[at + 1] ?? 0)
  if (point.invalid.includes(pattern)) return null
  const raw = numberOf(point.type, pattern)
  return raw === null ? null : raw * point.scale + point.offset
}

const patternAt = ({ type, bit }: PlainPoint, first: number, second: number): number => {
  if (type === 'bit') return Math.floor(first / 2 ** bit) % 2
  if (type.endsWith('_low')) return first % 256
  if (type.endsWith('_high')) return Math.floor(first / 256)
  if (type.endsWith('_be')) return first * 65_536 + second
  if (type.endsWith('_le')) return second * 65_536 + first
  return first
}

const numberOf = (type: string, pattern: number): number | null => {
  if (type.startsWith('bcd')) {
    const [tens, ones] = [Math.floor(pattern / 16), pattern % 16]
    return tens > 9 || ones > 9 ? null : tens * 10 + ones
  }
  if (type.startsWith('float')) return floatOf(pattern)
  const bits = type.includes('32') ? 32 : type.includes('16') ? 16 : 8
  return type.startsWith('s') && pattern >= 2 ** (bits - 1) ? pattern - 2 ** bits : pattern
}

/** IEEE 754, by its definition. */
const floatOf = (pattern: number): number | null => {
  const sign = pattern >= 2 ** 31 ? -1 : 1
  const exponent = Math.floor(pattern / 2 ** 23) % 256
  const fraction = pattern % 2 ** 23
  if (exponent === 255) return null
  return exponent === 0 ? sign * fraction * 2 ** -149 : sign * (2 ** 23 + fraction) * 2 ** (exponent - 150)
}
