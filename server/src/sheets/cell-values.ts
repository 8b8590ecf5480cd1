/** Parsers of cell texts, null = invalid. Texts are trimmed and NFKC-normalised. */

/** A number, with a decimal comma and a thousands blank as people write it; `0x…` as hex. */
export const numberOf = (text: string): number | null => {
  if (/^0x[0-9a-f]+$/i.test(text)) return Number.parseInt(text.slice(2), 16)
  const bare = text.replaceAll(/[\s']/g, '').replace(/^(-?\d+),(\d+)$/, '$1.$2')
  return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(bare) ? Number(bare) : null
}

/** A register's address: decimal, `0x1F`, `1FH`; bare digits as hex where `is_hex`. */
export const addressOf = (text: string, is_hex: boolean): number | null => {
  const hex = /^(?:0x([0-9a-f]{1,4})|([0-9a-f]{1,4})h)$/i.exec(text)
  if (hex !== null) return Number.parseInt(hex[1] ?? hex[2] ?? '', 16)
  if (is_hex && /^[0-9a-f]{1,4}$/i.test(text)) return Number.parseInt(text, 16)
  const number = numberOf(text)
  if (number === null || !Number.isInteger(number) || number < 0) return null
  return number > 65_535 ? null : number
}

/** Keeps the existing text when the sheet's is its NFKC form (℃ as °C, full-width characters). */
export const mergeText = (before: string, text: string): string =>
  before.normalize('NFKC').trim() === text ? before : text
