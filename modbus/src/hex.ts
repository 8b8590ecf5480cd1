/** Bytes as lower-case hex, two digits each. */
export const toHex = (bytes: Uint8Array): string => {
  let text = ''
  for (const byte of bytes) text += byte < 16 ? `0${byte.toString(16)}` : byte.toString(16)
  return text
}

/** The bytes of a hex text of either case; null when a digit is wrong or the count is odd. */
export const fromHex = (text: string): Uint8Array | null => {
  if (text.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(text)) return null
  const bytes = new Uint8Array(text.length / 2)
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16)
  return bytes
}
