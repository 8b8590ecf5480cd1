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

const QUARTER_MS = 900_000
const MINUTE_MS = 60_000
/** Time as {@link createZoneText} writes it at the beginning of a quarter of an hour: up to the hour, and the minute. */
const QUARTER = /^(.* \d\d:)(00|15|30|45):00$/

/**
 * Writes moments as they were in a zone: `2026-11-21 10:15:00`. Zones differ by quarters of an hour, so one look at the zone's rules does for
 * all moments of a quarter; where it does not (local times of long ago) each is looked up.
 */
export const createZoneText = (time_zone: string): ((at: Date) => string) => {
  // Swedish is written year-month-day with 24 hours: the form spreadsheets read as a time.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: time_zone, dateStyle: 'short', timeStyle: 'medium' })
  let quarter = Number.NaN
  let known: { hour: string; minute: number } | null = null
  return (at) => {
    const at_ms = at.getTime()
    if (Math.floor(at_ms / QUARTER_MS) !== quarter) {
      quarter = Math.floor(at_ms / QUARTER_MS)
      const [, hour, minute] = QUARTER.exec(format.format(quarter * QUARTER_MS)) ?? []
      known = hour === undefined ? null : { hour, minute: Number(minute) }
    }
    if (known === null) return format.format(at)
    const since_ms = at_ms - quarter * QUARTER_MS
    const minute = known.minute + Math.floor(since_ms / MINUTE_MS)
    return `${known.hour}${two(minute)}:${two(Math.floor((since_ms % MINUTE_MS) / 1000))}`
  }
}

const two = (number: number): string => (number < 10 ? `0${number}` : String(number))
