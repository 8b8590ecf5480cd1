import { codeText, labelLink } from '@heatfleet/contract/bindings/claim-code.ts'
import { LABEL_MEASURES, type LabelPaper, labelsPerPage } from '@heatfleet/contract/device-labels/papers.ts'
import PDFDocument from 'pdfkit'
import encodeQR from 'qr'
import { drawLine, linesOf, type Pdf, registerFonts, widthOf } from './label-texts.ts'

export type Label = {
  mac: string
  product_key: string
  /** In the language of the labels. */
  product_name: string
  /** Null = the label has none. */
  claim_code: string | null
}

/** What a process that draws labels is given. */
export type LabelWork = {
  labels: readonly Label[]
  paper: LabelPaper
  first: number
  brand: { name: string; logo: Uint8Array | null }
  /** The word beside the claim code. */
  code_title: string
  fonts_folder: string
}

const POINTS_PER_MM = 72 / 25.4
/** Light modules that a QR code needs around it (ISO/IEC 18004: four). */
const QUIET_MODULES = 4
/** Share of a label's width that the QR code takes at most. */
const QR_SHARE = 0.4
/** Sizes of text (mm) on a label 29 mm high; larger ones have larger text. */
const SIZES_MM = { brand: 2.3, product: 2.7, title: 1.9, id: 3, code: 3.2 }
const PRODUCT_LINES = 2
const LINE_HEIGHT = 1.25
/** Of a line with the gap to the part above it. */
const PART_HEIGHT = 1.5

/** The labels as one PDF. */
export const drawLabels = async (work: LabelWork): Promise<Uint8Array> => {
  const { page_mm } = LABEL_MEASURES[work.paper]
  const size: [number, number] = [toPoints(page_mm.width), toPoints(page_mm.height)]
  const pdf = new PDFDocument({
    size,
    margin: 0,
    autoFirstPage: false,
    info: { Title: 'Labels', Creator: 'Heatfleet' },
  })
  registerFonts(pdf, work.fonts_folder)
  const pieces: Buffer[] = []
  pdf.on('data', (piece: Buffer) => pieces.push(piece))
  const done = new Promise<void>((resolve) => pdf.once('end', resolve))
  const per_page = labelsPerPage(work.paper)
  for (const [index, label] of work.labels.entries()) {
    const place = work.first - 1 + index
    if (index === 0 || place % per_page === 0) pdf.addPage()
    drawLabel(pdf, label, work, place % per_page)
  }
  pdf.end()
  await done
  return Buffer.concat(pieces)
}

const drawLabel = (pdf: Pdf, label: Label, work: LabelWork, place: number): void => {
  const { label_mm, columns, margin_mm, left_mm, top_mm, step_mm } = LABEL_MEASURES[work.paper]
  const left = toPoints(left_mm + (place % columns) * step_mm.x + margin_mm)
  const top = toPoints(top_mm + Math.floor(place / columns) * step_mm.y + margin_mm)
  const width = toPoints(label_mm.width - 2 * margin_mm)
  const height = toPoints(label_mm.height - 2 * margin_mm)
  const side = Math.min(height, toPoints(label_mm.width * QR_SHARE))
  const gap = drawQr(pdf, labelLink(label), { left, top: top + (height - side) / 2, side })
  const texts = { left: left + side + gap, top, width: width - side - gap, height }
  drawTexts(pdf, label, work, texts, label_mm.height / 29)
}

/** Draws a QR code without its quiet zone; gives the width of that zone. */
const drawQr = (pdf: Pdf, text: string, { left, top, side }: { left: number; top: number; side: number }): number => {
  const bordered = encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
  const rows = bordered.slice(1, -1).map((row) => row.slice(1, -1))
  const module = side / rows.length
  for (const [y, row] of rows.entries())
    for (let x = 0; x < row.length; x += 1) {
      const from = x
      while (row[x] === true) x += 1
      if (x > from) pdf.rect(left + from * module, top + y * module, (x - from) * module, module)
    }
  pdf.fill('#000000')
  return QUIET_MODULES * module
}

type Box = { left: number; top: number; width: number; height: number }

/** Brand and product from the top, claim code and id from the bottom. */
const drawTexts = (pdf: Pdf, label: Label, { brand, code_title }: LabelWork, box: Box, scale: number): void => {
  const sizeOf = (kind: keyof typeof SIZES_MM): number => toPoints(SIZES_MM[kind] * scale)
  const { left: x, width } = box
  let baseline = box.top
  if (brand.logo !== null) {
    const logo_height = sizeOf('brand') * 1.6
    pdf.image(Buffer.from(brand.logo), x, box.top, { fit: [width, logo_height] })
    baseline += logo_height + sizeOf('brand') * 0.2
  } else if (brand.name !== '') {
    baseline += sizeOf('brand')
    drawLine(pdf, { text: brand.name, size: sizeOf('brand'), bold: false }, { x, baseline, width })
  }
  const product = { text: label.product_name, size: sizeOf('product'), bold: true }
  for (const text of linesOf(pdf, product, width, PRODUCT_LINES)) {
    baseline += product.size * LINE_HEIGHT
    drawLine(pdf, { ...product, text }, { x, baseline, width })
  }
  let bottom = box.top + box.height
  const fromBottom = (title: string, value: string, kind: 'id' | 'code'): void => {
    const head = { text: title, size: sizeOf('title'), bold: false }
    const line = { text: value, size: sizeOf(kind), bold: true }
    // Beside each other where there is width for both.
    const beside = widthOf(pdf, head) + widthOf(pdf, line) + head.size <= width
    const value_x = beside ? x + widthOf(pdf, head) + head.size : x
    drawLine(pdf, line, { x: value_x, baseline: bottom, width: width - (value_x - x) })
    if (!beside) bottom -= line.size
    drawLine(pdf, head, { x, baseline: bottom, width })
    bottom -= (beside ? line.size : head.size) * PART_HEIGHT
  }
  if (label.claim_code !== null) fromBottom(code_title, codeText(label.claim_code), 'code')
  fromBottom(idTitle(label.mac), idText(label.mac), 'id')
}

const isImei = (mac: string): boolean => mac.length === 15
const idTitle = (mac: string): string => (isImei(mac) ? 'IMEI' : 'MAC')

/** In groups, as people compare and type it: `863412 06 012345 5`, `A4:C1:38:00:00:04`. */
export const idText = (mac: string): string =>
  isImei(mac)
    ? [mac.slice(0, 6), mac.slice(6, 8), mac.slice(8, 14), mac.slice(14)].join(' ')
    : (mac.toUpperCase().match(/../g) ?? []).join(':')

const toPoints = (mm: number): number => mm * POINTS_PER_MM
