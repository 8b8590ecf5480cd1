/** Receives the parts of a JSON text in their order; `content` without its quotes. */
type Parts = { text: (piece: Buffer) => void; content: (piece: Buffer) => void; contentEnd: () => void }

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const COMMA = 0x2c
const OPEN = [0x7b, 0x5b]
const CLOSE = [0x7d, 0x5d]
const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
const KEY = Buffer.from('content')

/**
 * Separates the string under the key `content` of a JSON object from the rest of its text while it arrives, so that it need not
 * be held in memory. Base64 has no escapes, so a content ends at the next quote; a key with escapes, and a second `content`,
 * stay in the text.
 */
export const createContentSplitter = ({ text, content, contentEnd }: Parts): ((chunk: Buffer) => void) => {
  let depth = 0
  let is_string = false
  let is_escaped = false
  /** A string that begins here is a key of the outermost object. */
  let is_key = false
  /** Bytes of that key which agree with `content`; -1 = it is another. */
  let agreed = -1
  let waits: 'key' | 'colon' | 'value' | 'nothing' = 'key'
  let is_content = false

  /** Reads text up to the begin of the content, or to its end; returns how far. */
  const readText = (chunk: Buffer, from: number): number => {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0
      if (is_string) {
        if (is_escaped) is_escaped = false
        else if (byte === BACKSLASH) {
          is_escaped = true
          agreed = -1
        } else if (byte === QUOTE) {
          is_string = false
          if (is_key && waits === 'key' && agreed === KEY.length) waits = 'colon'
          is_key = false
        } else if (agreed >= 0) agreed = byte === KEY[agreed] ? agreed + 1 : -1
        continue
      }
      if (isBlank(byte)) continue
      if (waits === 'colon') waits = byte === COLON ? 'value' : 'key'
      else if (waits === 'value') {
        waits = byte === QUOTE ? 'nothing' : 'key'
        if (byte === QUOTE) {
          is_content = true
          return at + 1
        }
      }
      if (byte === QUOTE) {
        is_string = true
        agreed = 0
      } else if (OPEN.includes(byte)) depth += 1
      else if (CLOSE.includes(byte)) depth -= 1
      is_key = byte === QUOTE ? is_key : depth === 1 && (byte === OPEN[0] || byte === COMMA)
    }
    return chunk.length
  }
  return (chunk) => {
    let at = 0
    while (at < chunk.length) {
      if (!is_content) {
        const next = readText(chunk, at)
        text(chunk.subarray(at, next))
        at = next
        continue
      }
      const quote = chunk.indexOf(QUOTE, at)
      const end = quote === -1 ? chunk.length : quote
      if (end > at) content(chunk.subarray(at, end))
      at = end
      if (quote === -1) continue
      contentEnd()
      is_content = false
      text(chunk.subarray(quote, quote + 1))
      at = quote + 1
    }
  }
}
