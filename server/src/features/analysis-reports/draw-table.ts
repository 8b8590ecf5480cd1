import { widthOf } from '../device-labels/public.ts'
import type { ReportFigure } from './figure.ts'
import { INK, PAGE, type Sheet, WIDTH } from './report-sheet.ts'

type Table = Omit<Extract<ReportFigure['content'], { kind: 'table' }>, 'kind'>

const ROW_HEIGHT = 15
const SIZE = 8.5
const GAP = 10

/** Rows under their titles, which are repeated on each page. */
export const drawTable = (sheet: Sheet, { columns, rows }: Table): void => {
  const widths = widthsOf(sheet, { columns, rows })
  const drawRow = (cells: readonly string[], bold: boolean): void => {
    let x = PAGE.left
    for (const [at, text] of cells.entries()) {
      const width = widths[at] ?? 0
      sheet.line(
        { text, size: SIZE, bold },
        { x, width, colour: bold ? INK.quiet : INK.text, align_end: columns[at]?.is_number ?? false },
      )
      x += width + GAP
    }
    sheet.y += ROW_HEIGHT
    sheet.pdf
      .moveTo(PAGE.left, sheet.y - 3)
      .lineTo(PAGE.width - PAGE.right, sheet.y - 3)
      .lineWidth(0.5)
      .stroke(INK.grid)
  }
  const titles = columns.map(({ title }) => title)
  drawRow(titles, true)
  for (const row of rows) {
    const before = sheet.y
    sheet.need(ROW_HEIGHT)
    if (sheet.y < before) drawRow(titles, true)
    drawRow(row, false)
  }
}

/** Each column as wide as its longest cell, all of them narrower where they do not fit. */
const widthsOf = ({ pdf }: Sheet, { columns, rows }: Table): number[] => {
  const wanted = columns.map(({ title }, at) =>
    Math.max(
      widthOf(pdf, { text: title, size: SIZE, bold: true }),
      ...rows.map((row) => widthOf(pdf, { text: row[at] ?? '', size: SIZE, bold: false })),
    ),
  )
  const free = WIDTH - GAP * (columns.length - 1)
  const total = wanted.reduce((sum, width) => sum + width, 0)
  if (total <= free) {
    // What is left goes to the texts, so that numbers stand at the right edge.
    const texts = columns.filter(({ is_number }) => !is_number).length
    return wanted.map((width, at) => (columns[at]?.is_number ? width : width + (free - total) / Math.max(1, texts)))
  }
  const fair = free / columns.length
  const kept = wanted.reduce((sum, width) => sum + Math.min(width, fair), 0)
  const long = wanted.reduce((sum, width) => sum + Math.max(0, width - fair), 0)
  return wanted.map((width) => (width <= fair ? width : fair + ((width - fair) / long) * (free - kept)))
}
