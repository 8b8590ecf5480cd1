import { ORDER_EXPORT_COLUMNS } from '@heatfleet/contract/service-orders/row.ts'
import type { ExportColumn } from '../../exports/export-button.tsx'
import { useWords } from '../../words/words.ts'

/** Every column of the list as a file has it; `shown` = those the table shows now. */
export const useExportColumns = (shown: readonly string[]): ExportColumn<'order-list'>[] => {
  const t = useWords('service-orders')
  const titles = t(($) => $.columns, { returnObjects: true })
  const words: Partial<Record<string, Record<string, string>>> = {
    type: t(($) => $.types, { returnObjects: true }),
    source: t(($) => $.sources, { returnObjects: true }),
    priority: t(($) => $.priorities, { returnObjects: true }),
    status: t(($) => $.states, { returnObjects: true }),
    rating: t(($) => $.ratings, { returnObjects: true }),
  }
  return ORDER_EXPORT_COLUMNS.map((key) => {
    const of_value = words[key]
    return {
      key,
      title: titles[key],
      shown: shown.includes(key),
      ...(of_value === undefined ? {} : { words: of_value }),
    }
  })
}
