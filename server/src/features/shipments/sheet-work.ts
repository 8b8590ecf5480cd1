import { Refusal } from '@heatfleet/contract/errors.ts'
import { normalizeDeviceId } from '@heatfleet/contract/identifiers.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { SheetBytes } from '../../platform/uploaded-sheets.ts'
import { readSheet } from '../../sheets/read-sheet.ts'
import type { RequestedUnit } from './validate-units.ts'

type ShipmentSheet = { bytes: SheetBytes; sheet: string | null }

/**
 * The devices of a sheet: rows of the column with the most ids, from the first id on. Rows above are titles; invalid ids
 * below are reported.
 */
export const readUnits = async ({ bytes, sheet }: ShipmentSheet): Promise<RequestedUnit[]> => {
  const { rows } = await readSheet(bytes, sheet)
  const ids: number[] = []
  for (const row of rows)
    for (const [column, text] of row.entries())
      if (normalizeDeviceId(text) !== null) ids[column] = (ids[column] ?? 0) + 1
  const most = Math.max(0, ...ids.filter((count) => count > 0))
  if (most === 0) throw new Refusal('sheet_unreadable', { field: 'content' })
  const column = ids.indexOf(most)
  const units = rows.flatMap((row, at): RequestedUnit[] => {
    const text = row[column] ?? ''
    return text === '' ? [] : [{ row: at + 1, text: text.slice(0, 64), mac: normalizeDeviceId(text) }]
  })
  const listed = units.slice(units.findIndex(({ mac }) => mac !== null))
  if (listed.length > LIMITS.shipment_devices_max)
    throw new Refusal('sheet_too_large', {
      details: { rows: LIMITS.shipment_devices_max, columns: LIMITS.import_columns_max },
    })
  return listed
}
