import { SHIPMENT_EXPORT_COLUMNS } from '@heatfleet/contract/shipments/shipments.ts'
import type { ExportColumn } from '../../exports/export-button.tsx'
import { useWords } from '../../words/words.ts'

/** Every column of the list as a file has it; `shown` = those the table shows now. */
export const useExportColumns = (shown: readonly string[]): ExportColumn<'shipment-list'>[] => {
  const t = useWords('shipments')
  const titles = t(($) => $.columns, { returnObjects: true })
  const words = {
    state: t(($) => $.states, { returnObjects: true }),
    bound: { yes: t(($) => $.yes), no: t(($) => $.no) },
  }
  return SHIPMENT_EXPORT_COLUMNS.map((key) => ({
    key,
    title: titles[key],
    shown: shown.includes(key),
    ...(key === 'state' || key === 'bound' ? { words: words[key] } : {}),
  }))
}

/** What a packing list holds, if nobody chooses otherwise. */
export const PACKING_COLUMNS = [
  'mac',
  'product_name',
  'batch_no',
  'receiver_name',
  'order_no',
  'logistics_no',
  'ship_time',
] as const
