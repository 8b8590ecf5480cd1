import type { BarRow, BarTone } from './figure.ts'
import { cohortColour, INK, PAGE, type Sheet, WIDTH } from './report-sheet.ts'

const LABEL_WIDTH = 168
const TEXT_WIDTH = 176
const GAP = 8
const BAR_HEIGHT = 8
const ROW_GAP = 6
const TONES: Readonly<Record<Exclude<BarTone, 'accent'>, string>> = {
  quiet: '#8a97a3',
  warn: '#d08700',
  bad: '#c4372e',
}

/** Rows of bars with their label before and their number behind; a row is never cut by the end of a page. */
export const drawBars = (sheet: Sheet, rows: readonly BarRow[]): void => {
  const left = PAGE.left + LABEL_WIDTH + GAP
  const length = WIDTH - LABEL_WIDTH - TEXT_WIDTH - 2 * GAP
  for (const { label, tone, bars } of rows) {
    const height = Math.max(1, bars.length) * (BAR_HEIGHT + 4)
    sheet.need(height + ROW_GAP)
    const top = sheet.y
    sheet.line({ text: label, size: 8.5 }, { x: PAGE.left, width: LABEL_WIDTH })
    for (const [cohort, { share, text }] of bars.entries()) {
      sheet.y = top + cohort * (BAR_HEIGHT + 4)
      const y = sheet.y + 1
      sheet.pdf.rect(left, y, length, BAR_HEIGHT).fill(INK.grid)
      const colour = tone === 'accent' || bars.length > 1 ? cohortColour(sheet, cohort) : TONES[tone]
      if (share !== null && share > 0) sheet.pdf.rect(left, y, Math.max(0.8, share * length), BAR_HEIGHT).fill(colour)
      sheet.line({ text, size: 8.5 }, { x: left + length + GAP, width: TEXT_WIDTH })
    }
    sheet.y = top + height + ROW_GAP
  }
}
