import { api } from '@heatfleet/contract/api.ts'
import { useState } from 'react'
import { call } from '../../../cloud/call.ts'
import { useErrorText } from '../../../messages/error-text.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { zoneInUse } from '../../../ui/display.ts'
import { DownloadIcon } from '../../../ui/icons.tsx'
import { useNotify } from '../../../ui/notify.tsx'
import { saveFile } from '../../../ui/save-file.ts'

/** The energy report of the shown period, to hand to the owner. */
export const ReportButton = (period: { mac: string; from: string; to: string }) => {
  const t = useMessages('energy-reports')
  const language = useLanguage()
  const notify = useNotify()
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const file = await call(api.energyReportPdf, { query: { ...period, language, time_zone: zoneInUse() } })
      saveFile(file.file_name, file.blob)
    } catch (error) {
      notify.error(errorText(error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="small" icon={DownloadIcon} busy={busy} onClick={() => void save()}>
      {t(($) => $.action)}
    </Button>
  )
}
