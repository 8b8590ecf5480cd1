/** Begins a formula in a spreadsheet, whoever wrote the name. */
const FORMULA = /^[=+\-@\t\r]/

const cellOf = (value: string | number): string => {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value)
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows as a CSV file that spreadsheets open in UTF-8. */
export const csvOf = (rows: readonly (readonly (string | number)[])[]): string =>
  `﻿${rows.map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`
