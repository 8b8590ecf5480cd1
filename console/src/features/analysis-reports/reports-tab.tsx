import type { AnalysisReport } from '@heatfleet/contract/analysis-reports/analysis-reports.ts'
import { api } from '@heatfleet/contract/api.ts'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useChange, useRead } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { PlainConfirm } from '../../ui/confirm-dialog.tsx'
import { formatTime } from '../../ui/format.ts'
import { CloseIcon, CurveIcon, DownloadIcon, EditIcon, RefreshIcon, RowsIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { ErrorState, Loading, NeverAny, NoPermission } from '../../ui/states.tsx'
import { ReportForm } from './report-form.tsx'
import { ReportRuns } from './report-runs.tsx'
import css from './reports.module.css'
import { RunResult } from './run-result.tsx'
import { useFigureNames } from './use-figure-names.ts'
import { useReportFile } from './use-report-file.ts'

const POLL_MS = 2_000

type Props = {
  /** The screen with the figures and cohorts of a report. */
  pathOf: (report: AnalysisReport) => string
  /** A cohort in words. */
  textOf: (cohort: AnalysisReport['cohorts'][number]) => string
}

/** The saved reports of the account. */
export function ReportsTab(props: Props) {
  const may = usePermission('analysis:report')
  return may ? <Reports {...props} /> : <NoPermission permission="analysis:report" />
}

function Reports({ pathOf, textOf }: Props) {
  const t = useMessages('analysis-reports')
  const lang = useLanguage()
  const nameOf = useFigureNames()
  const notify = useNotify()
  const { data, error, refetch } = useRead(api.analysisReports, undefined, {
    // While one is being made its end is near.
    refetchInterval: (reports) => (reports?.some(({ last_run }) => last_run?.state === 'running') ? POLL_MS : false),
  })
  const remove = useChange(api.deleteAnalysisReport)
  const [edited, setEdited] = useState<AnalysisReport | null>(null)
  const [shown, setShown] = useState<AnalysisReport | null>(null)
  const [removing, setRemoving] = useState<AnalysisReport | null>(null)
  const whenText = useWhenText()
  if (data === undefined)
    return error === null ? <Loading rows={6} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  if (data.length === 0) return <NeverAny title={t(($) => $.none)} text={t(($) => $.none_hint)} />
  return (
    <Panel title={t(($) => $.title)}>
      <PlainTable
        label={t(($) => $.title)}
        rows={data}
        keyOf={({ report_id }) => report_id}
        columns={[
          {
            key: 'name',
            title: t(($) => $.columns.report_name),
            cell: (report) => (
              <span className={css.cell}>
                <Link to={pathOf(report)}>{report.report_name}</Link>
                <small title={report.figures.map(nameOf).join('\n')}>
                  {t(($) => $.figures, { count: report.figures.length })} · {t(($) => $.periods[report.period])}
                </small>
              </span>
            ),
          },
          {
            key: 'cohorts',
            title: t(($) => $.columns.cohorts),
            least_px: 160,
            cell: ({ cohorts }) => (
              <span className={css.cell}>
                {cohorts.map((cohort, at) => (
                  <span key={'AB'[at]}>{cohorts.length > 1 ? `${'AB'[at]}: ${textOf(cohort)}` : textOf(cohort)}</span>
                ))}
              </span>
            ),
          },
          {
            key: 'schedule',
            title: t(($) => $.columns.schedule),
            cell: (report) => (
              <span className={css.cell}>
                {whenText(report)}
                {report.recipients.length > 0 && (
                  <small title={report.recipients.join('\n')}>
                    {[
                      report.recipients[0],
                      ...(report.recipients.length > 1
                        ? [t(($) => $.more, { count: report.recipients.length - 1 })]
                        : []),
                    ].join(' ')}
                  </small>
                )}
              </span>
            ),
          },
          {
            key: 'next',
            title: t(($) => $.columns.next),
            cell: ({ next_run_time }) => (next_run_time === null ? '—' : formatTime(next_run_time, lang, 'minute')),
          },
          {
            key: 'last',
            title: t(($) => $.columns.last),
            cell: ({ last_run }) => (last_run === null ? '—' : <RunResult run={last_run} with_time />),
          },
          {
            key: 'actions',
            title: t(($) => $.columns.actions),
            actions: true,
            cell: (report) => (
              <ReportMenu
                report={report}
                path={pathOf(report)}
                onEdit={() => setEdited(report)}
                onRuns={() => setShown(report)}
                onDelete={() => setRemoving(report)}
              />
            ),
          },
        ]}
      />
      {edited !== null && (
        <ReportForm report={edited} selection={edited} name={edited.report_name} onClose={() => setEdited(null)} />
      )}
      {shown !== null && <ReportRuns report={shown} onClose={() => setShown(null)} />}
      {removing !== null && (
        <PlainConfirm
          danger
          title={t(($) => $.delete.title, { name: removing.report_name })}
          text={t(($) => $.delete.text)}
          confirm={t(($) => $.delete.action)}
          onClose={() => setRemoving(null)}
          onConfirm={async () => {
            const { report_id, updated_at, report_name } = removing
            await remove.mutateAsync({ params: { id: report_id }, query: { updated_at } })
            notify.success(t(($) => $.delete.done, { name: report_name }))
          }}
        />
      )}
    </Panel>
  )
}

/** When a report is sent, in words. */
const useWhenText = () => {
  const t = useMessages('analysis-reports')
  return ({ schedule, paused, at_hour, weekday, month_day }: AnalysisReport): string => {
    const hour = String(at_hour).padStart(2, '0')
    const day = String(weekday) as '1' | '2' | '3' | '4' | '5' | '6' | '7' // what the contract allows
    const when = t(($) => $.when[schedule], { hour, weekday: t(($) => $.weekdays[day]), day: month_day })
    return paused && schedule !== 'none' ? `${when} (${t(($) => $.when.paused)})` : when
  }
}

type MenuProps = { report: AnalysisReport; path: string; onEdit: () => void; onRuns: () => void; onDelete: () => void }

function ReportMenu({ report, path, onEdit, onRuns, onDelete }: MenuProps) {
  const t = useMessages('analysis-reports')
  const notify = useNotify()
  const errorText = useErrorText()
  const navigate = useNavigate()
  const run = useChange(api.runAnalysisReport)
  const pause = useChange(api.pauseAnalysisReport)
  const saveFile = useReportFile()
  const { report_id, report_name, paused, schedule, recipients, last_run } = report
  const attempt = (work: Promise<unknown>, done?: string) =>
    void work.then(
      () => done !== undefined && notify.success(done),
      (error: unknown) => notify.failed(errorText(error)),
    )
  const params = { id: report_id }
  return (
    <RowActions
      label={t(($) => $.actions_of, { name: report_name })}
      items={[
        { key: 'open', label: t(($) => $.open), icon: CurveIcon, onSelect: () => void navigate(path) },
        {
          key: 'run',
          label: t(($) => $.run),
          icon: RefreshIcon,
          disabledReason: last_run?.state === 'running' ? t(($) => $.states.running) : undefined,
          onSelect: () =>
            attempt(
              run.mutateAsync({ params }),
              recipients.length > 0
                ? t(($) => $.run_sent, { name: report_name })
                : t(($) => $.run_started, { name: report_name }),
            ),
        },
        {
          key: 'file',
          label: t(($) => $.file),
          icon: DownloadIcon,
          disabledReason: last_run?.has_file === true ? undefined : t(($) => $.columns.last),
          onSelect: () => attempt(saveFile(report_id, last_run?.run_id ?? 0)),
        },
        { key: 'runs', label: t(($) => $.runs), icon: RowsIcon, onSelect: onRuns },
        {
          key: 'pause',
          label: paused ? t(($) => $.resume) : t(($) => $.pause),
          icon: RefreshIcon,
          disabledReason: schedule === 'none' ? t(($) => $.when.none) : undefined,
          onSelect: () => attempt(pause.mutateAsync({ params, body: { paused: !paused } })),
        },
        { key: 'edit', label: t(($) => $.edit), icon: EditIcon, onSelect: onEdit },
        { key: 'delete', label: t(($) => $.delete.action), icon: CloseIcon, danger: true, onSelect: onDelete },
      ]}
    />
  )
}
