/** What labels are printed on: sheets of A4, and rolls of label printers. */
export const LABEL_PAPERS = ['a4_70x37', 'a4_64x34', 'roll_62x29', 'roll_100x50'] as const
export type LabelPaper = (typeof LABEL_PAPERS)[number]

type Paper = {
  page_mm: { width: number; height: number }
  label_mm: { width: number; height: number }
  columns: number
  rows: number
  /** White rim of a label: printers keep it, and QR codes need it. */
  margin_mm: number
  /** Place of the first label. */
  left_mm: number
  top_mm: number
  /** From the beginning of one label to that of the next. */
  step_mm: { x: number; y: number }
}

const A4 = { width: 210, height: 297 }

const roll = (width: number, height: number): Paper => ({
  page_mm: { width, height },
  label_mm: { width, height },
  columns: 1,
  rows: 1,
  margin_mm: 3,
  left_mm: 0,
  top_mm: 0,
  step_mm: { x: width, y: height },
})

/** Measures of each, as makers of labels print them on the packet: 3474 and L7159 are sheets of 24. */
export const LABEL_MEASURES = {
  a4_70x37: {
    page_mm: A4,
    label_mm: { width: 70, height: 37 },
    columns: 3,
    rows: 8,
    margin_mm: 5,
    left_mm: 0,
    top_mm: 0.5,
    step_mm: { x: 70, y: 37 },
  },
  a4_64x34: {
    page_mm: A4,
    label_mm: { width: 63.5, height: 33.9 },
    columns: 3,
    rows: 8,
    margin_mm: 3,
    left_mm: 7.2,
    top_mm: 12.9,
    step_mm: { x: 66.05, y: 33.9 },
  },
  roll_62x29: roll(62, 29),
  roll_100x50: roll(100, 50),
} as const satisfies Record<LabelPaper, Paper>

/** Labels of one page. */
export const labelsPerPage = (paper: LabelPaper): number => LABEL_MEASURES[paper].columns * LABEL_MEASURES[paper].rows
