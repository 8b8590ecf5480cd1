import type { ExportRecord } from '@heatfleet/contract/exports/exports.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { CloseIcon, DownloadIcon, RefreshIcon } from '../../ui/icons.tsx'
import styles from './exports.module.css'
import { allows, useExportMoves } from './use-exports.ts'

/** The buttons of one export: fetch, stop or run again, whichever its state allows. */
export function ExportMoves({ record }: { record: ExportRecord }) {
  const t = useMessages('exports')
  const moves = useExportMoves()
  const { state, file_name: file } = record
  return (
    <span className={styles.buttons}>
      {allows('download', state) && (
        <Button
          kind="text"
          size="small"
          icon={DownloadIcon}
          busy={moves.downloading === record.export_id}
          label={t(($) => $.download, { file })}
          onClick={() => moves.download(record)}
        />
      )}
      {allows('cancel', state) && (
        <Button
          kind="text"
          size="small"
          icon={CloseIcon}
          label={t(($) => $.cancel, { file })}
          onClick={() => moves.cancel(record)}
        />
      )}
      {allows('retry', state) && (
        <Button
          kind="text"
          size="small"
          icon={RefreshIcon}
          label={t(($) => $.retry, { file })}
          onClick={() => moves.retry(record)}
        />
      )}
    </span>
  )
}
