import PDFDocument from 'pdfkit'
import { drawLine, type Line, linesOf, type Pdf, registerFonts } from '../device-labels/public.ts'
import { drawBars } from './draw-bars.ts'
import { drawLines } from './draw-lines.ts'
import { drawPictures, type Picture } from './draw-pictures.ts'
import { drawTable } from './draw-table.ts'
import type { ReportFigure } from './figure.ts'
import { ACCENT, cohortColour, INK, PAGE, type Sheet, startSheet, WIDTH } from './report-sheet.ts'

/** A figure, or what other reports have beside figures: texts of several lines, and pictures. */
export type DrawnFigure = Omit<ReportFigure, 'id' | 'content'> & {
  content: ReportFigure['content'] | { kind: 'text'; text: string } | { kind: 'pictures'; pictures: readonly Picture[] }
}

/** What a process that draws a report is given. */
export type ReportWork = {
  title: string
  /** Below the title: what the figures are of. */
  facts: readonly string[]
  figures: readonly DrawnFigure[]
  /** Names of the cohorts, where there are two. */
  legend: readonly string[]
  brand: { name: string; colour: string | null; logo: Uint8Array | null }
  /** `{page}` and `{pages}` are filled in. */
  page_text: string
  made_text: string
  fonts_folder: string
}

/** Of a note: the rest of the page. */
const TEXT_LINES_MAX = 40
const LOGO = { width: 130, height: 26 } as const

/** The report as one PDF: charts as vectors, letters of fonts that the file carries. */
export const drawReport = async (work: ReportWork): Promise<Uint8Array> => {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    autoFirstPage: false,
    info: { Title: work.title, Creator: 'Heatfleet' },
  })
  registerFonts(pdf, work.fonts_folder)
  const pieces: Buffer[] = []
  pdf.on('data', (piece: Buffer) => pieces.push(piece))
  const done = new Promise<void>((resolve) => pdf.once('end', resolve))
  const sheet = startSheet(pdf, work.brand.colour ?? ACCENT)
  drawHead(sheet, work)
  for (const figure of work.figures) drawFigure(sheet, figure)
  drawMargins(pdf, work)
  pdf.end()
  await done
  return Buffer.concat(pieces)
}

/** Lines of a text, each below the one before. */
const drawText = (sheet: Sheet, line: Line, colour: string, lines_max: number): void => {
  for (const text of linesOf(sheet.pdf, line, WIDTH, lines_max)) {
    sheet.need(line.size * 1.4)
    sheet.line({ ...line, text }, { x: PAGE.left, width: WIDTH, colour })
    sheet.y += line.size * 1.4
  }
}

const drawHead = (sheet: Sheet, { title, facts, legend }: ReportWork): void => {
  sheet.y += 8
  drawText(sheet, { text: title, size: 20, bold: true }, INK.text, 2)
  sheet.y += 2
  for (const text of facts) drawText(sheet, { text, size: 9.5, bold: false }, INK.quiet, 3)
  if (legend.length > 1) {
    sheet.y += 4
    for (const [at, text] of legend.entries()) {
      sheet.pdf.rect(PAGE.left, sheet.y + 2, 10, 8).fill(cohortColour(sheet, at))
      sheet.line({ text: `${'AB'[at]}  ${text}`, size: 9.5, bold: true }, { x: PAGE.left + 16, width: WIDTH - 16 })
      sheet.y += 14
    }
  }
  sheet.y += 10
}

const drawFigure = (sheet: Sheet, figure: DrawnFigure): void => {
  const { title, note, footer, content } = figure
  // A title never stands alone at the end of a page.
  sheet.need(content.kind === 'lines' ? 250 : 90)
  sheet.pdf
    .moveTo(PAGE.left, sheet.y)
    .lineTo(PAGE.width - PAGE.right, sheet.y)
    .lineWidth(0.75)
    .stroke(INK.line)
  sheet.y += 8
  drawText(sheet, { text: title, size: 12, bold: true }, INK.text, 2)
  if (note !== '') drawText(sheet, { text: note, size: 8.5, bold: false }, INK.quiet, 2)
  sheet.y += 5
  if (content.kind === 'bars') drawBars(sheet, content.rows)
  else if (content.kind === 'lines') drawLines(sheet, content)
  else if (content.kind === 'table') drawTable(sheet, content)
  else if (content.kind === 'pictures') drawPictures(sheet, content.pictures)
  else if (content.kind === 'text')
    drawText(sheet, { text: content.text, size: 9.5, bold: false }, INK.text, TEXT_LINES_MAX)
  else drawText(sheet, { text: content.text, size: 9.5, bold: false }, INK.quiet, 3)
  if (footer !== '') {
    sheet.y += 3
    sheet.need(24)
    drawText(sheet, { text: footer, size: 8, bold: false }, INK.quiet, 3)
  }
  sheet.y += 16
}

/** Brand at the top, page numbers at the bottom, once all pages are there. */
const drawMargins = (pdf: Pdf, { brand, page_text, made_text }: ReportWork): void => {
  const { start, count } = pdf.bufferedPageRange()
  for (let at = 0; at < count; at += 1) {
    pdf.switchToPage(start + at)
    pdf.rect(0, 0, PAGE.width, 5).fill(brand.colour ?? ACCENT)
    if (brand.logo !== null) pdf.image(Buffer.from(brand.logo), PAGE.left, 20, { fit: [LOGO.width, LOGO.height] })
    const name_x = brand.logo === null ? PAGE.left : PAGE.left + LOGO.width + 14
    pdf.fillColor(INK.text)
    drawLine(
      pdf,
      { text: brand.name, size: 11, bold: true },
      { x: name_x, baseline: 38, width: WIDTH - name_x + PAGE.left },
    )
    pdf.fillColor(INK.quiet)
    const baseline = PAGE.height - 24
    drawLine(pdf, { text: made_text, size: 8, bold: false }, { x: PAGE.left, baseline, width: WIDTH * 0.75 })
    const page = page_text.replace('{page}', String(at + 1)).replace('{pages}', String(count))
    drawLine(pdf, { text: page, size: 8, bold: false }, { x: PAGE.left, baseline, width: WIDTH, align: 'end' })
  }
}
