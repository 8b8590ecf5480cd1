import { api } from '@heatfleet/contract/api.ts'
import { JOB_STATES, type Job } from '@heatfleet/contract/operations/jobs.ts'
import { useChange, useRead } from '../../cloud/call.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Age } from '../../ui/age.tsx'
import { useConfirm } from '../../ui/dialog.tsx'
import { FigureTiles } from '../../ui/figure-tiles.tsx'
import { formatNumber, formatTime, UNKNOWN } from '../../ui/format.ts'
import { ClockIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { ErrorState, Loading, NeverAny } from '../../ui/states.tsx'
import { StateChip, type Tone } from '../../ui/status.tsx'
import css from './operations.module.css'

const REFETCH_MS = 3_000
const TONES = {
  running: 'accent',
  waiting: 'neutral',
  retrying: 'warn',
  failed: 'bad',
  planned: 'neutral',
} as const satisfies Record<Job['state'], Tone>

/** The queue of background jobs, and what runs on schedule. */
export function JobsTab() {
  const t = useMessages('operations')
  const lang = useLanguage()
  const { data, error, refetch } = useRead(api.systemJobs, {}, { refetchInterval: REFETCH_MS })
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} needs="ops:view" onRetry={() => void refetch()} />
  return (
    <>
      <FigureTiles
        label={t(($) => $.tabs.jobs)}
        tiles={JOB_STATES.map((state) => ({
          key: state,
          label: t(($) => $.job_states[state]),
          value: formatNumber(data.counts[state], 0, lang),
          is_bad: state === 'failed' && data.counts.failed > 0,
        }))}
      />
      <Panel flush title={t(($) => $.tabs.jobs)}>
        <PlainTable
          label={t(($) => $.tabs.jobs)}
          rows={data.jobs}
          keyOf={({ job_id }) => job_id}
          empty={<NeverAny icon={ClockIcon} title={t(($) => $.jobs_none)} text={t(($) => $.jobs_none_hint)} />}
          columns={[
            {
              key: 'task',
              title: t(($) => $.job_columns.task),
              cell: ({ task, job_id }) => (
                <code className={css.code} translate="no" title={String(job_id)}>
                  {task}
                </code>
              ),
            },
            {
              key: 'state',
              title: t(($) => $.job_columns.state),
              cell: ({ state }) => <StateChip tone={TONES[state]}>{t(($) => $.job_states[state])}</StateChip>,
            },
            {
              key: 'created',
              title: t(($) => $.job_columns.created_time),
              cell: ({ created_time }) => <Age at={created_time} />,
            },
            {
              key: 'due',
              title: t(($) => $.job_columns.due_time),
              cell: ({ due_time }) => formatTime(due_time, lang, 'second'),
            },
            {
              key: 'attempts',
              title: t(($) => $.job_columns.attempts),
              cell: ({ attempts, attempts_max }) => t(($) => $.job_attempts, { count: attempts, max: attempts_max }),
            },
            {
              key: 'error',
              title: t(($) => $.job_columns.error),
              least_px: 240,
              cell: ({ error }) =>
                error === null ? <span className={css.weak}>{UNKNOWN}</span> : <span translate="no">{error}</span>,
            },
            {
              key: 'actions',
              title: t(($) => $.job_columns.actions),
              actions: true,
              cell: (job) => <JobActions job={job} />,
            },
          ]}
        />
      </Panel>
      <Panel flush title={t(($) => $.schedule_title)}>
        <PlainTable
          label={t(($) => $.schedule_title)}
          rows={data.schedule}
          keyOf={({ task }) => task}
          columns={[
            {
              key: 'task',
              title: t(($) => $.schedule_columns.task),
              cell: ({ task }) => (
                <code className={css.code} translate="no">
                  {task}
                </code>
              ),
            },
            {
              key: 'last',
              title: t(($) => $.schedule_columns.last_time),
              cell: ({ last_time }) => <Age at={last_time} />,
            },
          ]}
        />
      </Panel>
    </>
  )
}

function JobActions({ job: { job_id, task, state } }: { job: Job }) {
  const t = useMessages('operations')
  const notify = useNotify()
  const confirm = useConfirm()
  const errorText = useErrorText()
  const missing = useMissingPermission('ops:maintain')
  const retry = useChange(api.jobRetry)
  const discard = useChange(api.jobDiscard)
  const run = async (move: typeof retry | typeof discard, done: string) => {
    try {
      await move.mutateAsync({ body: { job_id } })
      notify.success(done)
    } catch (error) {
      notify.failed(errorText(error))
    }
  }
  const remove = async () => {
    const title = t(($) => $.job_discard_title)
    const text = t(($) => $.job_discard_text, { task })
    if (await confirm({ title, text, confirm: t(($) => $.job_discard), danger: true }))
      await run(
        discard,
        t(($) => $.job_discarded),
      )
  }
  const because = (reason: string | undefined) => (reason === undefined ? {} : { disabledReason: reason })
  const running = state === 'running' ? t(($) => $.job_running_reason) : undefined
  return (
    <RowActions
      label={t(($) => $.job_actions_of, { id: job_id })}
      items={[
        {
          key: 'retry',
          label: t(($) => $.job_retry),
          ...because(missing ?? running),
          onSelect: () =>
            void run(
              retry,
              t(($) => $.job_retried),
            ),
        },
        {
          key: 'discard',
          label: t(($) => $.job_discard),
          danger: true,
          ...because(missing ?? running ?? (state === 'failed' ? undefined : t(($) => $.job_not_failed_reason))),
          onSelect: () => void remove(),
        },
      ]}
    />
  )
}
