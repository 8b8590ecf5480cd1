import { textOf } from '../../../sheets/read-sheet.ts'
import type { Grid } from './read-grids.ts'

const SEPARATOR = /^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)+\|?\s*$|^\s*\|\s*:?-{2,}:?\s*\|\s*$/

/** Whether a text has tables of Markdown: a line of titles with a line of dashes below. */
export const isMarkdown = (text: string): boolean => {
  const lines = text.split(/\r?\n/)
  return lines.some((line, at) => SEPARATOR.test(line) && (lines[at - 1] ?? '').includes('|'))
}

/** Each table with the headings it stands under; all other lines are prose. */
export const markdownGrids = (text: string): { grids: Grid[]; prose: string } => {
  const lines = text.split(/\r?\n/)
  const grids: Grid[] = []
  const prose: string[] = []
  const headings: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line)
    if (heading !== null) {
      const depth = (heading[1] ?? '').length
      headings.length = Math.min(headings.length, depth - 1)
      while (headings.length < depth - 1) headings.push('')
      headings.push(withoutMarks(heading[2] ?? ''))
      prose.push(headings.at(-1) ?? '')
      continue
    }
    if (!line.includes('|') || !SEPARATOR.test(lines[at + 1] ?? '')) {
      prose.push(withoutMarks(line))
      continue
    }
    const rows: string[][] = [cellsOf(line), []]
    const struck = new Set<number>()
    let end = at + 2
    for (; end < lines.length && (lines[end] ?? '').includes('|'); end++) {
      const row = lines[end] ?? ''
      if (/^\s*\|?\s*~~/.test(row)) struck.add(rows.length)
      rows.push(cellsOf(row))
    }
    const above = headings.filter((one) => one !== '')
    grids.push({ name: above.at(-1) ?? '', headings: above, rows, first_line: at + 1, marks: new Map(), struck })
    at = end - 1
  }
  return { grids, prose: prose.join('\n') }
}

const cellsOf = (line: string): string[] => {
  const cells = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => textOf(withoutMarks(cell.replaceAll('\\|', '|'))))
  while (cells.length > 0 && cells.at(-1) === '') cells.pop()
  return cells
}

/** Without bold, code and struck-out marks; a line break stays one. */
const withoutMarks = (text: string): string =>
  text
    .replaceAll(/<br\s*\/?>/gi, '\n')
    .replaceAll(/\*\*|__(?=\S)|(?<=\S)__|`|~~/g, '')
    .trim()
