import { drawLine, type Line, type Pdf } from '../device-labels/public.ts'

/** A4, points. */
export const PAGE = { width: 595.28, height: 841.89, left: 45, right: 45, top: 60, bottom: 50 } as const
export const WIDTH = PAGE.width - PAGE.left - PAGE.right
export const INK = { text: '#1d2329', quiet: '#5c6670', line: '#d9dee3', grid: '#eceff2' } as const
/** Where the branding has no colour. */
export const ACCENT = '#1666c5'

/** Where the next figure goes, and how it is drawn. */
export type Sheet = {
  pdf: Pdf
  y: number
  accent: string
  /** Begins a page unless so much height is left. */
  need: (height: number) => void
  line: (
    line: Partial<Line> & { text: string },
    place: { x: number; width: number; colour?: string; align_end?: boolean },
  ) => void
}

/** The first page of a document. */
export const startSheet = (pdf: Pdf, accent: string): Sheet => {
  const addPage = () => {
    pdf.addPage()
    sheet.y = PAGE.top
  }
  const sheet: Sheet = {
    pdf,
    y: PAGE.top,
    accent,
    need: (height) => {
      if (sheet.y + height > PAGE.height - PAGE.bottom) addPage()
    },
    line: ({ text, size = 9, bold = false }, { x, width, colour = INK.text, align_end = false }) => {
      pdf.fillColor(colour)
      const line = { text, size, bold }
      drawLine(pdf, line, { x, baseline: sheet.y + size, width, ...(align_end ? { align: 'end' as const } : {}) })
    },
  }
  addPage()
  return sheet
}

/** Colour of a cohort: the second is told by its lighter tone and, in lines, by dashes. */
export const cohortColour = ({ accent }: Pick<Sheet, 'accent'>, cohort: number): string =>
  cohort === 0 ? accent : '#b36a00'
