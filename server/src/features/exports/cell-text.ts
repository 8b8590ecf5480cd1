/** Longer runs of digits are shown as 8.6E+14 by spreadsheets, and lose their last digits. */
const LONG_DIGITS = /^\d{12,}$/
/** Spreadsheets start a formula at these, also behind blanks and in full-width form (OWASP, CSV injection). */
const FORMULA = /^[\s\u200B\uFEFF]*[=+\-@＝＋－＠|%]/u
/** What XML and spreadsheets cannot hold: control characters but tab and line breaks. */
const UNPRINTABLE = /[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu

/** A text without what no spreadsheet can hold. */
export const printable = (text: string): string => text.replace(UNPRINTABLE, '')

/**
 * One cell of a CSV file (RFC 4180). A number is bare; a text is quoted, its quotes doubled. A text that a spreadsheet
 * would run as a formula begins with an apostrophe; a long number that is a name (IMEI, ICCID) begins with a tab, which
 * spreadsheets take for text and readers trim.
 */
export const csvCell = (cell: string | number | null): string => {
  if (cell === null) return ''
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : ''
  const text = printable(cell)
  const safe = LONG_DIGITS.test(text) ? `\t${text}` : FORMULA.test(text) || /^[\t\r\n]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
