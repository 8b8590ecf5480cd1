import type { Definition } from '@heatfleet/contract/products/diff.ts'
import { PRODUCT_FILE_FORM, ProductFile } from '@heatfleet/contract/products/file.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { SHEET_FORMATS } from '@heatfleet/contract/sheets.ts'
import { toDataUrl } from '../../platform/png.ts'
import { sheetBytes } from '../../sheets/write-sheet.ts'
import { cellsOf, EXPORTED_FIELDS } from './export-points.ts'
import type { ProductOwnRow } from './store.ts'

/** Points as the bytes of a sheet, which the import of points reads back as the same. */
export const listBytes = (
  format: (typeof SHEET_FORMATS)[number],
  points: readonly DataPoint[],
): Promise<Uint8Array> => {
  const lines = points.map(cellsOf).map((cells) => EXPORTED_FIELDS.map((field) => cells[field]))
  return sheetBytes(format, 'Points', EXPORTED_FIELDS, lines)
}

/** A whole product as the bytes of a product file, which the import of products reads back as the same. */
export const productFileBytes = (
  product: ProductOwnRow,
  { points, settings }: Definition,
  picture: Buffer | null,
): Uint8Array => {
  const { product_key } = product
  // The basics are the columns of the same names; the parse leaves the others out.
  const file = ProductFile.parse({
    heatfleet_product: PRODUCT_FILE_FORM,
    product_key,
    basics: product,
    points,
    settings,
    picture: picture && toDataUrl(picture),
  })
  return Buffer.from(JSON.stringify(file, null, 2))
}
