import type { Definition } from '@heatfleet/contract/product-diff.ts'
import { type ListFormat, sheetBytes } from '../../sheets/write-sheet.ts'
import { cellsOf, EXPORTED_FIELDS } from './export-points.ts'

/** The bytes of a definition; what the import reads back as the same points. JSON holds the settings as well. */
export const listBytes = async (format: ListFormat, { points, settings }: Definition): Promise<Uint8Array> => {
  if (format === 'json') return Buffer.from(JSON.stringify({ points, settings }, null, 2))
  const lines = points.map(cellsOf).map((cells) => EXPORTED_FIELDS.map((field) => cells[field]))
  return sheetBytes(format, 'Points', EXPORTED_FIELDS, lines)
}
