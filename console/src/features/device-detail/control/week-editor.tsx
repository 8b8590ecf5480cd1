import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Period, Week, WeekProblem } from '@heatfleet/contract/products/schedule-week.ts'
import { checkWeek, isWeekRead, weekChanges, weekOf } from '@heatfleet/contract/products/schedule-week.ts'
import type { WeeklySchedule } from '@heatfleet/contract/products/schedules.ts'
import { useState } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { ReasonConfirm } from '../../../ui/confirm-dialog.tsx'
import { useNotify } from '../../../ui/notify.tsx'
import { useUnsavedMark } from '../../../ui/unsaved-forms.ts'
import type { DeviceView } from '../device-view.ts'
import type { Commands } from './use-commands.ts'
import css from './week.module.css'
import { addedPeriod, withoutPeriod, withPeriod, withRunEverywhere } from './week-edit.ts'
import { WeekRun } from './week-run.tsx'

/** A weekly schedule as a week: days with their periods, validated while typing, and written as one command. */
export function WeekEditor(props: {
  schedule: WeeklySchedule
  view: DeviceView
  commands: Commands
  lockedReason: string | undefined
}) {
  const { schedule, view, commands, lockedReason } = props
  const t = useMessages('device-detail')
  const notify = useNotify()
  const [draft, setDraft] = useState<Week | null>(null)
  const [is_reason_open, setReasonOpen] = useState(false)
  const readingOf = (key: string) => view.readings.get(key)?.value
  const week = draft ?? weekOf(schedule, readingOf)
  const problems = checkWeek(schedule, week)
  const changes = draft === null ? [] : weekChanges(schedule, draft, readingOf)
  useUnsavedMark(changes.length > 0)
  // What is written, or typed back, follows the board again.
  if (draft !== null && changes.length === 0 && problems.length === 0) setDraft(null)
  if (!isWeekRead(schedule, (key) => view.readings.has(key)))
    return <p className={css.unread}>{t(($) => $.week.unread)}</p>
  const reason =
    lockedReason ??
    (problems.length > 0
      ? t(($) => $.week.fix_first)
      : changes.length === 0
        ? t(($) => $.week.nothing_changed)
        : undefined)
  const write = (change_reason?: string) => {
    if (!commands.dispatch(changes, change_reason)) notify.error(t(($) => $.control.not_sent))
  }
  const for_installers = changes.some(({ key }) => view.definition?.get(key)?.level === 'installer')
  return (
    <div className={css.week}>
      <p className={css.hint}>{t(($) => $.week.hint)}</p>
      {week.map((run) => (
        <WeekRun
          key={run.run}
          schedule={schedule}
          run={run}
          points={view.definition}
          problems={problems.filter((problem: WeekProblem) => problem.run === run.run)}
          disabled={lockedReason !== undefined}
          isChanged={(key) => changes.some((change) => change.key === key)}
          onPeriod={(period: number, next: Period) => setDraft(withPeriod(week, run.run, period, next))}
          onRemove={(period: number) => setDraft(withoutPeriod(week, run.run, period))}
          onAdd={() => setDraft(addedPeriod(schedule, week, run.run))}
          onCopy={week.length === 1 ? null : () => setDraft(withRunEverywhere(week, run.run))}
        />
      ))}
      <div className={css.bar}>
        {changes.length > 0 && <span role="status">{t(($) => $.week.changes, { count: changes.length })}</span>}
        {draft !== null && <Button onClick={() => setDraft(null)}>{t(($) => $.week.discard)}</Button>}
        <Button kind="primary" disabledReason={reason} onClick={() => (for_installers ? setReasonOpen(true) : write())}>
          {t(($) => $.week.write)}
        </Button>
      </div>
      {is_reason_open && (
        <ReasonConfirm
          title={t(($) => $.week.write)}
          text={t(($) => $.schedule.reason_hint)}
          confirm={t(($) => $.control.send)}
          max={LIMITS.change_reason_max}
          onClose={() => setReasonOpen(false)}
          onConfirm={async (change_reason) => write(change_reason)}
        />
      )}
    </div>
  )
}
