import type { AppContext } from '../../app-context.ts'
import { type ExportRow, type ExportSource, listSource } from '../exports/public.ts'
import { visibilityOf } from './handlers-list.ts'
import { keyOf, type LineRow, listShippedUnits } from './store-list.ts'

/** Units as a file, with the filter of the list: of one batch it is the packing list. */
export const shipmentListExport = ({ database: { db } }: Pick<AppContext, 'database'>): ExportSource<'shipment-list'> =>
  listSource({
    needs: 'shipment:export',
    list: (caller, { filter }, part) => listShippedUnits(db, visibilityOf(caller), filter, part),
    keyOf,
    toRows: (rows, _caller, { language }) => rows.map((row) => toExportRow(row, language)),
  })

const toExportRow = (row: LineRow, language: 'en' | 'zh' | 'pl'): ExportRow<'shipment-list'> => ({
  mac: row.mac,
  product_name: language === 'zh' ? row.product_name : row.product_english_name,
  batch_no: row.batch_no,
  sender_name: row.sender_name,
  receiver_name: row.receiver_name,
  operator: row.operator,
  order_no: row.order_no,
  logistics_no: row.logistics_no,
  state: row.state,
  ship_time: row.shipped_at,
  confirmed_time: row.confirmed_at,
  returned_time: row.returned_at,
  reason: row.reason,
  first_online_time: row.first_online_at,
  bound: row.bound ? 'yes' : 'no',
})
