import { api } from '@heatfleet/contract/api.ts'
import { useState } from 'react'
import { call } from '../../cloud/call.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { zoneInUse } from '../../ui/display.ts'
import { DownloadIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { saveFile } from '../../ui/save-file.ts'
import type { ReportSelection } from './report-form.tsx'

/** What is on the screen as PDF, without saving it as a report. */
export function PdfButton({ name, selection }: { name: string; selection: ReportSelection }) {
  const t = useMessages('analysis-reports')
  const language = useLanguage()
  const notify = useNotify()
  const errorText = useErrorText()
  const missing = useMissingPermission('analysis:report')
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const body = { ...selection, report_name: name, period: 'fixed' as const, language, time_zone: zoneInUse() }
      const file = await call(api.analysisReportPdf, { body })
      saveFile(file.file_name, file.blob)
    } catch (error) {
      notify.failed(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon={DownloadIcon} busy={busy} disabledReason={missing} onClick={() => void save()}>
      {t(($) => $.pdf.action)}
    </Button>
  )
}
