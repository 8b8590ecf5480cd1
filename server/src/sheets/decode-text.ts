/** Bytes of a file used to detect its encoding. */
const SEEN_BYTES = 65_536

/**
 * The text of a CSV file: by its byte-order mark; else UTF-16 by its zero bytes, UTF-8 when it is whole UTF-8, else the code page
 * of local spreadsheets: GB 18030 in China, Windows-1250 or Latin-2 in Poland.
 */
export const decodeText = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const wide = wideEncodingOf(bytes.subarray(0, SEEN_BYTES))
  if (wide !== null) return new TextDecoder(wide).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder(codePageOf(bytes)).decode(bytes)
  }
}

/** UTF-16 without its mark: digits, commas and line ends have a zero on one side, and there is none on the other. */
const wideEncodingOf = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null => {
  let [even, odd] = [0, 0]
  bytes.forEach((byte, at) => {
    if (byte !== 0) return
    if (at % 2 === 0) even++
    else odd++
  })
  const least = bytes.length / 20
  if (odd > least && even === 0) return 'utf-16le'
  return even > least && odd === 0 ? 'utf-16be' : null
}

/** Letters at these bytes in Latin-2 are symbols in Windows-1250: Ą Ľ Ś Ź ą ś ź. */
const LATIN_2_LETTERS = new Set([0xa1, 0xa6, 0xac, 0xb1, 0xb6, 0xbc])

/**
 * Chinese letters come as pairs of high bytes, Polish ones mostly alone between plain letters; and Windows-1250 alone has
 * letters at 0x80–0x9F.
 */
const codePageOf = (bytes: Uint8Array): 'gb18030' | 'windows-1250' | 'iso-8859-2' => {
  let [paired, alone, controls, latin] = [0, 0, 0, 0]
  for (let at = 0; at < bytes.length; ) {
    let end = at
    while ((bytes[end] ?? 0) >= 0x80) {
      const byte = bytes[end] ?? 0
      if (byte < 0xa0) controls++
      if (LATIN_2_LETTERS.has(byte)) latin++
      end++
    }
    const run = end - at
    if (run % 2 === 1) alone++
    else if (run > 0) paired++
    at = end + 1
  }
  if (paired >= alone) return 'gb18030'
  return controls === 0 && latin > 0 ? 'iso-8859-2' : 'windows-1250'
}
