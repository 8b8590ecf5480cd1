/**
 * A decoder of register types without any code of the product: from the Modbus application protocol 4.2 (a register is
 * sent high byte first), the byte orders as makers write them (ABCD = as sent, CDAB = words, BADC = bytes of each
 * word, DCBA = all turned round), IEEE 754, and BCD with four bits a digit. `bytes` = as they came off the bus.
 */
export const readByHand = (
  type: string,
  bytes: readonly number[],
  { bit, bit_len }: { bit: number; bit_len: number },
): number | null => {
  const [, kind = '', bits = ''] = /^([a-z]+?)(8|16|32|64)?(?:_|$)/.exec(type) ?? []
  if (type === 'bits') return Math.floor(((bytes[0] ?? 0) * 256 + (bytes[1] ?? 0)) / 2 ** bit) % 2 ** bit_len
  const size = Number(bits) / 8
  const digits = inOrder(bytes.slice(0, size), orderOf(type))
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
  if (kind === 'float') return ieee754(digits, size === 8 ? 11 : 8)
  if (kind === 'bcd' || kind === 'sbcd') return decimal(digits, kind === 'sbcd')
  const unsigned = BigInt(`0b${digits}`)
  return Number(kind === 's' && digits.startsWith('1') ? unsigned - (1n << BigInt(digits.length)) : unsigned)
}

/**
 * The characters of a text, by the same sources: two a register, the first in the high byte (`ABCD`), the low one first (`BADC`), or
 * one a register; it ends at the first NUL; blanks and FF around it are padding. Null = none, or no ASCII.
 */
export const readTextByHand = (type: string, bytes: readonly number[]): string | null => {
  let text = ''
  for (let register = 0; register * 2 < bytes.length; register++) {
    const [high = 0, low = 0] = bytes.slice(register * 2)
    for (const code of type === 'text_wide' ? [low] : type === 'text_swapped' ? [low, high] : [high, low])
      text += String.fromCodePoint(code)
  }
  text = text.split('\0')[0] ?? ''
  while (text.startsWith(' ') || text.startsWith('\u00ff')) text = text.slice(1)
  while (text.endsWith(' ') || text.endsWith('\u00ff')) text = text.slice(0, -1)
  return text !== '' && Array.from(text).every((one) => one >= ' ' && one <= '~') ? text : null
}

const orderOf = (type: string): 'ABCD' | 'CDAB' | 'BADC' | 'DCBA' => {
  if (type.endsWith('_le_swapped')) return 'DCBA'
  if (type.endsWith('_swapped')) return 'BADC'
  return type.endsWith('_le') ? 'CDAB' : 'ABCD'
}

const inOrder = (bytes: number[], order: ReturnType<typeof orderOf>): number[] => {
  if (order === 'ABCD') return bytes
  if (order === 'DCBA') return bytes.toReversed()
  const pairs = Array.from({ length: bytes.length / 2 }, (_, n) => bytes.slice(2 * n, 2 * n + 2))
  return order === 'CDAB' ? pairs.toReversed().flat() : pairs.flatMap((pair) => pair.toReversed())
}

const ieee754 = (digits: string, exponent_bits: number): number | null => {
  const exponent = Number.parseInt(digits.slice(1, 1 + exponent_bits), 2)
  const fraction = digits.slice(1 + exponent_bits)
  const all_ones = 2 ** exponent_bits - 1
  if (exponent === all_ones) return null
  const bias = 2 ** (exponent_bits - 1) - 1
  const mantissa = Number(BigInt(`0b${exponent === 0 ? '0' : '1'}${fraction}`))
  const power = (exponent === 0 ? 1 : exponent) - bias - fraction.length
  // In two steps: 2^-1074 alone is exact, a smaller factor would be 0.
  const scaled = power < -1022 ? mantissa * 2 ** -1022 * 2 ** (power + 1022) : mantissa * 2 ** power
  return digits.startsWith('1') ? -scaled : scaled
}

const decimal = (digits: string, has_sign: boolean): number | null => {
  const fours = digits.match(/.{4}/g)?.map((four) => Number.parseInt(four, 2)) ?? []
  const sign = has_sign ? fours.shift() : 0
  if (fours.some((four) => four > 9)) return null
  const value = Number(fours.join(''))
  if (sign === 0) return value
  return sign === 0xf || sign === 8 ? -value : null
}

/** A column as makers describe it: which register of the record, which type. */
type ColumnByHand = { key: string; offset: number; data_type: string; bit?: number | null; bit_len?: number | null }

/**
 * Repeated records, by the same sources: record n begins `stride` registers after record n-1, a column so many registers
 * further. Raw numbers by column; null = a column that is none.
 */
export const readRecordsByHand = (
  { stride, count, columns }: { stride: number; count: number; columns: readonly ColumnByHand[] },
  bytes: readonly number[],
): Record<string, number | null>[] => {
  const rows: Record<string, number | null>[] = []
  for (let record = 0; record < count; record++) {
    const row: Record<string, number | null> = {}
    for (const { key, offset, data_type, bit, bit_len } of columns) {
      const [high = 0, low = 0, ...further] = bytes.slice(2 * (record * stride + offset))
      const whole = high * 256 + low
      if (data_type === 'bit') row[key] = Math.floor(whole / 2 ** (bit ?? 0)) % 2
      else if (/_(?:low|high)$/.test(data_type))
        row[key] = byteByHand(data_type, data_type.endsWith('_high') ? high : low)
      else
        row[key] = readByHand(data_type === 'enum' ? 'u16' : data_type, [high, low, ...further], bitsOf(bit, bit_len))
    }
    rows.push(row)
  }
  return rows
}

const bitsOf = (bit: number | null | undefined, bit_len: number | null | undefined) => ({
  bit: bit ?? 0,
  bit_len: bit_len ?? 1,
})

const byteByHand = (type: string, byte: number): number | null => {
  if (type.startsWith('bcd')) return decimal(byte.toString(2).padStart(8, '0'), false)
  return type.startsWith('s') && byte > 127 ? byte - 256 : byte
}
