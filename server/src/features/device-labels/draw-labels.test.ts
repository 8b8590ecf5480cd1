import { join } from 'node:path'
import {
  LABEL_MEASURES,
  LABEL_PAPERS,
  type LabelPaper,
  labelsPerPage,
} from '@heatfleet/contract/device-labels/papers.ts'
import { imeiOf } from '@heatfleet/contract/identifiers.ts'
import { describe, expect, it } from 'vitest'
import { type Rect, readPdf, scanQr } from '../../../test/pdf.ts'
import { png, wholePng } from '../../../test/png.ts'
import { drawLabels, idText, type Label, type LabelWork } from './draw-labels.ts'
import { printableLogo } from './printable-logo.ts'

const FONTS = join(import.meta.dirname, '..', '..', '..', 'data', 'fonts')
const WIFI = 'a4c138000004'

const labelAt = (index: number): Label => ({
  mac: imeiOf(String(86341206012300 + index)),
  product_key: 'r290_monobloc',
  product_name: 'R290 monobloc',
  claim_code: 'K7QMHX4R',
})
const draw = async (labels: readonly Label[], changes: Partial<LabelWork> = {}) =>
  readPdf(
    Buffer.from(
      await drawLabels({
        labels,
        paper: 'roll_62x29',
        first: 1,
        brand: { name: 'Nuanyuan 暖源', logo: null },
        code_title: 'Claim code',
        fonts_folder: FONTS,
        ...changes,
      }),
    ),
  )
const mm = (points: number): number => (points / 72) * 25.4

/** Where the labels of a page are, by their QR codes: column and row, both from 0. */
const placesOf = (rects: readonly Rect[], paper: LabelPaper): Set<string> => {
  const { left_mm, top_mm, step_mm } = LABEL_MEASURES[paper]
  return new Set(
    rects.map(({ x, y }) => `${Math.floor((mm(x) - left_mm) / step_mm.x)},${Math.floor((mm(y) - top_mm) / step_mm.y)}`),
  )
}

describe('labels', () => {
  it.each(LABEL_PAPERS)('fill the pages of %s, each within its own label', async (paper) => {
    const { page_mm, label_mm, columns, margin_mm, left_mm, top_mm, step_mm } = LABEL_MEASURES[paper]
    const per_page = labelsPerPage(paper)
    const pages = await draw(
      Array.from({ length: per_page * 2 + 1 }, (_, index) => labelAt(index)),
      { paper },
    )
    expect(pages).toHaveLength(3)
    expect(pages.map(({ rects }) => placesOf(rects, paper).size)).toEqual([per_page, per_page, 1])
    for (const { width, height, rects } of pages) {
      expect(mm(width)).toBeCloseTo(page_mm.width, 2)
      expect(mm(height)).toBeCloseTo(page_mm.height, 2)
      for (const { x, y, ...size } of rects) {
        const column = Math.min(columns - 1, Math.floor((mm(x) - left_mm) / step_mm.x))
        const row = Math.floor((mm(y) - top_mm) / step_mm.y)
        expect(mm(x) - left_mm - column * step_mm.x).toBeGreaterThanOrEqual(margin_mm - 0.01)
        expect(mm(x + size.width) - left_mm - column * step_mm.x).toBeLessThan(label_mm.width / 2)
        expect(mm(y + size.height) - top_mm - row * step_mm.y).toBeLessThanOrEqual(label_mm.height - margin_mm + 0.01)
      }
    }
  })

  it('begin at the first free one of a sheet', async () => {
    const paper = 'a4_70x37'
    const pages = await draw([labelAt(0), labelAt(1)], { paper, first: 24 })
    expect(pages.map(({ rects }) => [...placesOf(rects, paper)])).toEqual([['2,7'], ['0,0']])
  })

  it('hold id, product and claim code in a QR code that can be scanned, and in readable letters', async () => {
    const { mac } = labelAt(0)
    const [page] = await draw([labelAt(0)])
    expect(scanQr(page?.rects ?? [])).toBe(`heatfleet:bind?id=${mac}&code=K7QMHX4R&product=r290_monobloc`)
    const text = page?.texts.join('|')
    expect(text).toContain('Nuanyuan |暖源')
    expect(text).toContain('R290 monobloc')
    expect(text).toContain(`${mac.slice(0, 6)} ${mac.slice(6, 8)} ${mac.slice(8, 14)} ${mac.slice(14)}`)
    expect(text).toContain('K7QM-HX4R')
  })

  it('hold no code where none may be printed', async () => {
    const [page] = await draw([{ ...labelAt(0), mac: WIFI, claim_code: null }])
    expect(scanQr(page?.rects ?? [])).toBe(`heatfleet:bind?id=${WIFI}&product=r290_monobloc`)
    expect(page?.texts.join('|')).toContain('A4:C1:38:00:00:04')
    expect(page?.texts.join('|')).not.toMatch(/Claim|K7QM/)
  })

  it.each(['整体式热泵', 'Pompa ciepła ąćęłńóśźż', 'Тепловий насос'])(
    'have the letters of %s',
    async (product_name) => {
      const [page] = await draw([{ ...labelAt(0), product_name }], { paper: 'roll_100x50' })
      expect(page?.texts.join(' ').replaceAll(/\s+/g, ' ')).toContain(product_name)
    },
  )

  it('show the logo in place of the name of a brand', async () => {
    const logo = printableLogo(wholePng(60, 20))
    const [page] = await draw([labelAt(0)], { brand: { name: 'Nuanyuan', logo } })
    expect(page?.images).toBe(1)
    expect(page?.texts.join('|')).not.toContain('Nuanyuan')
  })

  it.each([
    ['a whole picture', wholePng(60, 20), true],
    ['one of which rows are missing', wholePng(60, 20, { cut_rows: 1 }), false],
    ['one with sixteen bits', wholePng(60, 20, { depth: 16 }), false],
    ['one that is a frame only', Buffer.from(png(60, 20).split(',')[1] ?? '', 'base64'), false],
    ['none', null, false],
  ])('print %s as logo, or not: %#', (_, bytes, is_printed) => {
    expect(printableLogo(bytes) !== null).toBe(is_printed)
  })

  it('cut a name that is too long', async () => {
    const [page] = await draw([{ ...labelAt(0), product_name: 'Heat pump '.repeat(30) }])
    expect(page?.texts.some((text) => text.endsWith('…'))).toBe(true)
  })

  it('group an id as people read it', () => {
    expect(idText(labelAt(0).mac)).toMatch(/^\d{6} \d{2} \d{6} \d$/)
    expect(idText(WIFI)).toBe('A4:C1:38:00:00:04')
  })
})
