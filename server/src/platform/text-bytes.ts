/** A growing UTF-8 buffer, reused for the next page. */
export type TextBytes = { bytes: Buffer; length: number }

/** A UTF-16 unit is at most three bytes of UTF-8. */
const BYTES_A_UNIT = 3

export const emptyText = (): TextBytes => ({ bytes: Buffer.allocUnsafeSlow(1 << 16), length: 0 })

/** Grows the buffer for `count` more bytes and returns it. */
export const reserve = (text: TextBytes, count: number): Buffer => {
  if (text.bytes.length - text.length >= count) return text.bytes
  const larger = Buffer.allocUnsafeSlow(Math.max(text.bytes.length * 2, text.length + count))
  text.bytes.copy(larger, 0, 0, text.length)
  text.bytes = larger
  return larger
}

export const putText = (text: TextBytes, more: string): void => {
  text.length += reserve(text, more.length * BYTES_A_UNIT).write(more, text.length)
}

export const putBytes = (text: TextBytes, more: Uint8Array): void => {
  const bytes = reserve(text, more.length)
  let at = text.length
  for (const byte of more) bytes[at++] = byte
  text.length = at
}

export const putByte = (text: TextBytes, byte: number): void => {
  reserve(text, 1)[text.length++] = byte
}

export const bytesOfText = ({ bytes, length }: TextBytes): Buffer => Buffer.from(bytes.subarray(0, length))
