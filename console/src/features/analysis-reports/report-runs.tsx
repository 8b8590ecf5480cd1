import type { AnalysisReport } from '@heatfleet/contract/analysis-reports/analysis-reports.ts'
import { api } from '@heatfleet/contract/api.ts'
import { useRead } from '../../cloud/call.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { formatTime } from '../../ui/format.ts'
import { DownloadIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { RunResult } from './run-result.tsx'
import { useReportFile } from './use-report-file.ts'

const WIDTH_PX = 620

/** The runs of a report that are kept, each with its file. */
export function ReportRuns({ report, onClose }: { report: AnalysisReport; onClose: () => void }) {
  const t = useMessages('analysis-reports')
  const lang = useLanguage()
  const notify = useNotify()
  const errorText = useErrorText()
  const saveFile = useReportFile()
  const { data, error, refetch } = useRead(api.analysisReportRuns, { params: { id: report.report_id } })
  const title = t(($) => $.runs_of, { name: report.report_name })
  return (
    <Drawer open title={title} width={WIDTH_PX} onClose={onClose}>
      {data === undefined ? (
        error === null ? (
          <Loading rows={4} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <PlainTable
          label={title}
          rows={data}
          keyOf={({ run_id }) => run_id}
          empty="—"
          columns={[
            {
              key: 'started',
              title: t(($) => $.columns.started),
              cell: ({ started_time }) => formatTime(started_time, lang, 'minute'),
            },
            {
              key: 'by',
              title: t(($) => $.columns.by),
              cell: ({ scheduled }) => t(($) => $.by[scheduled ? 'schedule' : 'hand']),
            },
            { key: 'state', title: t(($) => $.columns.state), least_px: 180, cell: (run) => <RunResult run={run} /> },
            {
              key: 'file',
              title: t(($) => $.file),
              actions: true,
              cell: ({ run_id, has_file, started_time }) =>
                has_file && (
                  <Button
                    kind="text"
                    size="small"
                    icon={DownloadIcon}
                    label={`${t(($) => $.file)}: ${formatTime(started_time, lang, 'minute')}`}
                    onClick={() =>
                      void saveFile(report.report_id, run_id).catch((failed: unknown) =>
                        notify.failed(errorText(failed)),
                      )
                    }
                  />
                ),
            },
          ]}
        />
      )}
    </Drawer>
  )
}
