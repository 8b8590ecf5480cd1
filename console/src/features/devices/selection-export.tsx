import type { Device } from '@heatfleet/contract/devices.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { ExportButton, type ExportColumn } from '../../exports/export-button.tsx'
import { countSelected, type Selection } from '../../ui/data-table-selection.ts'
import { useWords } from '../../words/words.ts'
import type { ListRequest } from './list-request.ts'

type ExportProps = {
  columns: readonly ExportColumn<'device-list'>[]
  selection: Selection<Device>
  total: number
  request: ListRequest
}

/** Exports the selected devices: those named one by one, or all that match but those released by hand. */
export const SelectionExport = ({ columns, selection, total, request }: ExportProps) => {
  const t = useWords('devices')
  const named = selection.kind === 'some' ? [...selection.rows.keys()] : [...selection.except]
  const filter =
    selection.kind === 'some'
      ? { macs: named }
      : { ...request?.body, ...(named.length === 0 ? {} : { except_macs: named }) }
  return (
    <ExportButton
      kind="device-list"
      needs="device:export"
      filter={filter}
      columns={columns}
      total={countSelected(selection, total)}
      {...(named.length > LIMITS.filter_ids_max
        ? { disabledReason: t(($) => $.export_over_limit, { max: LIMITS.filter_ids_max }) }
        : {})}
    />
  )
}
