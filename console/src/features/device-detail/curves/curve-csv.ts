import type { HistorySeries } from '@heatfleet/contract/history-series.ts'

/**
 * What is shown, as comma separated text (RFC 4180, with a byte order mark so that spreadsheets read UTF-8): one row a
 * time, one column a curve, an empty cell where nothing is known.
 */
export const curveCsv = (series: readonly HistorySeries[], header: (key: string) => string, time: string): string => {
  const rows = new Map<number, Map<string, number>>()
  for (const one of series)
    for (const [index, at] of one.t.entries()) {
      const value = one.v[index] ?? null
      if (value === null) continue
      const row = rows.get(at) ?? new Map<string, number>()
      row.set(one.key, value)
      rows.set(at, row)
    }
  const lines = [[time, ...series.map((one) => header(one.key))].map(cell).join(',')]
  for (const at of [...rows.keys()].sort((one, other) => one - other)) {
    const row = rows.get(at)
    lines.push([new Date(at).toISOString(), ...series.map((one) => row?.get(one.key) ?? '')].map(cell).join(','))
  }
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

/** Quotes what needs quoting; a text that a spreadsheet would run as a formula is defused. */
const cell = (value: string | number): string => {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
