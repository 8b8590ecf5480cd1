import type { Device } from '@heatfleet/contract/devices.ts'
import { useState } from 'react'
import { call } from '../../cloud/call.ts'
import { Button } from '../../ui/button.tsx'
import { csvFileName, toCsv } from '../../ui/data-table-csv.ts'
import { countSelected, type Selection } from '../../ui/data-table-selection.ts'
import { DownloadIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { useErrorText } from '../../words/error-text.ts'
import { useWords } from '../../words/words.ts'
import type { DeviceColumn } from './columns.tsx'
import { collectMatching, EXPORT_ROWS_MAX, saveText } from './export-devices.ts'
import type { ListRequest } from './list-request.ts'

type ExportProps = {
  /** The shown columns, in their order. */
  columns: readonly DeviceColumn[]
  selection: Selection<Device>
  total: number
  request: ListRequest
}

/** The selected devices as CSV with the shown columns; "all that match" are fetched first. */
export const SelectionExport = ({ columns, selection, total, request }: ExportProps) => {
  const t = useWords('devices')
  const table = useWords('table')
  const notify = useNotify()
  const errorText = useErrorText()
  const [done, setDone] = useState<number | null>(null)
  const too_many = countSelected(selection, total) > EXPORT_ROWS_MAX
  const save = async () => {
    try {
      const rows =
        selection.kind === 'some'
          ? [...selection.rows.values()]
          : await collectMatching(call, request, selection.except, setDone)
      saveText(
        csvFileName(
          t(($) => $.file_name),
          new Date(),
        ),
        toCsv(columns, rows),
      )
    } catch (error) {
      notify.error(errorText(error).message)
    } finally {
      setDone(null)
    }
  }
  return (
    <Button
      kind="text"
      size="small"
      icon={DownloadIcon}
      busy={done !== null}
      disabledReason={too_many ? t(($) => $.export_over_limit, { max: EXPORT_ROWS_MAX }) : undefined}
      onClick={() => void save()}
    >
      {done === null ? table(($) => $.csv) : t(($) => $.export_running, { done, total })}
    </Button>
  )
}
