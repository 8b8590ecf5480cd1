import { api } from '@heatfleet/contract/api.ts'
import type { FaultFilter } from '@heatfleet/contract/faults/codes.ts'
import { SHEET_FORMATS } from '@heatfleet/contract/sheets.ts'
import { call } from '../../cloud/call.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { DownloadIcon } from '../../ui/icons.tsx'
import { DropdownMenu } from '../../ui/menu.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { saveFile } from '../../ui/save-file.ts'

/** The codes that match, as a file that the import takes again. */
export function ExportFaults({ filter }: { filter: Omit<FaultFilter, 'fault_id'> }) {
  const t = useMessages('faults')
  const notify = useNotify()
  const errorText = useErrorText()
  const download = (format: (typeof SHEET_FORMATS)[number]) =>
    call(api.faultExport, { query: { ...filter, format } }).then(
      ({ file_name, blob }) => saveFile(file_name, blob),
      (error: unknown) => notify.error(errorText(error).message),
    )
  return (
    <DropdownMenu
      label={t(($) => $.export.action)}
      trigger={(button) => (
        <Button {...button} icon={DownloadIcon}>
          {t(($) => $.export.action)}
        </Button>
      )}
      items={SHEET_FORMATS.map((format) => ({
        key: format,
        label: t(($) => $.export.as, { format: format.toUpperCase() }),
        onSelect: () => void download(format),
      }))}
    />
  )
}
