/**
 * CRC-16/MODBUS (polynomial 0xA001 reflected, start 0xFFFF) of `bytes[from, to)`.
 * On the wire the low byte goes first. Check value of "123456789" is 0x4B37 (Modbus over serial line 6.2.2).
 */
export const crc16 = (bytes: Uint8Array, from = 0, to = bytes.length): number => {
  let crc = 0xffff
  for (let i = from; i < to; i++) crc = (crc >>> 8) ^ (TABLE[(crc ^ (bytes[i] ?? 0)) & 0xff] ?? 0)
  return crc
}

/** Writes the CRC of everything before the last two bytes into those two, low byte first, and returns the same array. */
export const sealWithCrc = (bytes: Uint8Array): Uint8Array => {
  const at = bytes.length - 2
  const crc = crc16(bytes, 0, at)
  bytes[at] = crc & 0xff
  bytes[at + 1] = crc >>> 8
  return bytes
}

/** Whether the last two bytes are the CRC of everything before them; false for fewer than three bytes. */
export const hasGoodCrc = (bytes: Uint8Array): boolean => {
  const at = bytes.length - 2
  return at > 0 && crc16(bytes, 0, at) === ((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8))
}

const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1
  return crc
})
