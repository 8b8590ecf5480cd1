/** Reads CSV with a header line (RFC 4180: quotes, doubled quotes, line breaks inside quotes) into one record a line. */
export const parseCsv = (text: string): Record<string, string>[] => {
  const [header = [], ...lines] = parseLines(text.replace(/^\uFEFF/, ''))
  return lines
    .filter((cells) => cells.length > 1 || cells[0] !== '')
    .map((cells) => Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ''])))
}

const parseLines = (text: string): string[][] => {
  const lines: string[][] = []
  let cells: string[] = []
  // Each match is one cell and what ends it; a cell is quoted or bare.
  for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    cells.push(quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    lines.push(cells)
    cells = []
  }
  return lines
}
