import { api } from '@heatfleet/contract/api.ts'
import { EXPORT_MOVES, type ExportRecord, type ExportState } from '@heatfleet/contract/exports/exports.ts'
import { useState } from 'react'
import { call, useChange, useRead } from '../../cloud/call.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useNotify } from '../../ui/notify.tsx'
import { saveFile } from '../../ui/save-file.ts'

/** Poll interval while an export is under way, ms. */
const FOLLOW_MS = 1_500

/** How soon a page of exports is fetched again. */
export const followExports = (page: { list: readonly ExportRecord[] } | undefined): number | false =>
  page?.list.some(isOpen) === true ? FOLLOW_MS : false

/** The newest of the own exports. */
export const useNewestExports = (count: number) =>
  useRead(
    api.exportList,
    { query: { pageNo: 1, size: count }, body: {} },
    { placeholder: 'keep', refetchInterval: followExports },
  )

/** True while it waits or runs. */
export const isOpen = ({ state }: ExportRecord): boolean => allows('cancel', state)

/** Whether a move may start from a state. */
export const allows = (move: keyof typeof EXPORT_MOVES, state: ExportState): boolean =>
  EXPORT_MOVES[move].some((from) => from === state)

/** What can be done with an export; a refusal is told. */
export const useExportMoves = () => {
  const notify = useNotify()
  const errorText = useErrorText()
  const cancel = useChange(api.exportCancel)
  const retry = useChange(api.exportRetry)
  const [downloading, setDownloading] = useState<number | null>(null)
  const told = async (work: Promise<unknown>) => {
    try {
      await work
    } catch (error) {
      notify.failed(errorText(error))
    }
  }
  const save = async (export_id: number) => {
    setDownloading(export_id)
    try {
      const { file_name, blob } = await call(api.exportFile, { params: { id: export_id } })
      saveFile(file_name, blob)
    } finally {
      setDownloading(null)
    }
  }
  return {
    downloading,
    cancel: ({ export_id }: ExportRecord) => void told(cancel.mutateAsync({ params: { id: export_id } })),
    retry: ({ export_id }: ExportRecord) => void told(retry.mutateAsync({ params: { id: export_id } })),
    download: ({ export_id }: ExportRecord) => void told(save(export_id)),
  }
}
