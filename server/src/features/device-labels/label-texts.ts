import type PDFDocument from 'pdfkit'

export type Pdf = InstanceType<typeof PDFDocument>

/** Subsets of Noto fonts (server/data/fonts/README.md): Latin, Greek and Cyrillic letters, and the Chinese of GB 2312. */
const FONTS = ['noto-sans', 'noto-sans-semibold', 'noto-sans-sc'] as const
type Font = (typeof FONTS)[number]

/** CJK radicals and everything behind them. */
const FIRST_CHINESE = 0x2e80

/** A text stays readable down to this part of its size; then it is cut. */
const SMALLEST = 0.7
const MORE = '…'

export type Line = { text: string; size: number; bold: boolean }
type Place = { x: number; baseline: number; width: number; align?: 'start' | 'end' }

/** Makes the fonts known to a document; each is read when it is used first. */
export const registerFonts = (pdf: Pdf, folder: string): void => {
  for (const font of FONTS) pdf.registerFont(font, `${folder}/${font}.ttf`)
}

/** Draws a line at its size, smaller where it is too long, and cut where that is not enough. */
export const drawLine = (pdf: Pdf, line: Line, { x, baseline, width, align = 'start' }: Place): void => {
  const size = line.size * Math.min(1, Math.max(SMALLEST, width / widthOf(pdf, line)))
  const shown = { ...line, size, text: cutTo(pdf, { ...line, size }, width) }
  let at = align === 'end' ? x + width - widthOf(pdf, shown) : x
  for (const { font, text } of runsOf(shown)) {
    pdf.font(font).fontSize(size).text(text, at, baseline, { lineBreak: false, baseline: 'alphabetic' })
    at += pdf.widthOfString(text)
  }
}

/** A text in at most so many lines, broken at blanks and between Chinese characters; the last one may be too long. */
export const linesOf = (pdf: Pdf, line: Line, width: number, lines_max: number): string[] => {
  const lines: string[] = []
  let open = ''
  for (const part of line.text.match(/[\u2e80-\uffff]|[^\s\u2e80-\uffff]+|\s+/g) ?? []) {
    const is_full = lines.length < lines_max - 1 && widthOf(pdf, { ...line, text: open + part }) > width
    if (is_full && open.trim() !== '') {
      lines.push(open.trim())
      open = part.trimStart()
    } else open += part
  }
  return open.trim() === '' ? lines : [...lines, open.trim()]
}

export const widthOf = (pdf: Pdf, line: Line): number =>
  runsOf(line).reduce((sum, { font, text }) => sum + pdf.font(font).fontSize(line.size).widthOfString(text), 0)

const cutTo = (pdf: Pdf, line: Line, width: number): string => {
  const letters = Array.from(line.text)
  let shown = line.text
  while (letters.length > 1 && widthOf(pdf, { ...line, text: shown }) > width + 0.01) {
    letters.pop()
    shown = letters.join('').trimEnd() + MORE
  }
  return shown
}

/** Parts of a text by the font that has their letters. */
const runsOf = ({ text, bold }: Line): { font: Font; text: string }[] => {
  const latin = bold ? 'noto-sans-semibold' : 'noto-sans'
  const runs: { font: Font; text: string }[] = []
  for (const letter of text) {
    const font = (letter.codePointAt(0) ?? 0) >= FIRST_CHINESE ? 'noto-sans-sc' : latin
    const last = runs.at(-1)
    if (last?.font === font) last.text += letter
    else runs.push({ font, text: letter })
  }
  return runs
}
