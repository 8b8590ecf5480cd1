import type { Column } from './data-table-columns.ts'

/** What a column gives to a file. */
type Written<Row> = Pick<Column<Row>, 'title' | 'unit' | 'plain'>

/**
 * The rows as CSV (RFC 4180, CRLF) with a byte-order mark so that spreadsheets read UTF-8. Every text is quoted; a text
 * that a spreadsheet would run as a formula is defused by an apostrophe. Unknown values are empty, never zero.
 */
export const toCsv = <Row>(columns: readonly Written<Row>[], rows: readonly Row[]): string => {
  const written = columns.filter((column) => column.plain !== undefined)
  const lines = [
    written.map(({ title, unit }) => cellOf(unit === undefined ? title : `${title} [${unit}]`)),
    ...rows.map((row) => written.map((column) => cellOf(column.plain?.(row) ?? null))),
  ]
  return `\uFEFF${lines.map((line) => line.join(',')).join('\r\n')}\r\n`
}

const cellOf = (value: string | number | null): string => {
  if (value === null) return ''
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  return `"${defuse(value).replaceAll('"', '""')}"`
}

/** Spreadsheets start a formula at = + - @, also behind blanks, tabs and full-width forms (OWASP, CSV injection). */
const defuse = (text: string): string =>
  /^[\s\u200B\uFEFF]*[=+\-@＝＋－＠|%]/u.test(text) || /^[\t\r\n]/.test(text) ? `'${text}` : text

/** `devices-2026-11-21.csv`: the day in the person's own time. */
export const csvFileName = (name: string, now: Date): string => {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${name}-${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}.csv`
}
