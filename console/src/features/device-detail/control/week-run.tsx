import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { Period, RunPeriods, WeekProblem } from '@heatfleet/contract/products/schedule-week.ts'
import { cellKey, type WeeklySchedule } from '@heatfleet/contract/products/schedules.ts'
import { useId, useState } from 'react'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { CloseIcon, CopyIcon, PlusIcon } from '../../../ui/icons.tsx'
import { NumberBox } from './number-box.tsx'
import { TimeBox } from './time-box.tsx'
import css from './week.module.css'
import { minutesOf, stripOf } from './week-edit.ts'

type RunProps = {
  schedule: WeeklySchedule
  run: RunPeriods
  points: ReadonlyMap<string, DataPoint> | null
  problems: readonly WeekProblem[]
  disabled: boolean
  isChanged: (key: string) => boolean
  onPeriod: (period: number, next: Period) => void
  onRemove: (period: number) => void
  onAdd: () => void
  /** Null = there is no other day. */
  onCopy: (() => void) | null
}

/** One day of a week, or the days that a board takes together: a strip of 24 hours, and its periods. */
export function WeekRun({ schedule, run, points, problems, disabled, isChanged, ...on }: RunProps) {
  const t = useMessages('device-detail')
  const day = t(($) => $.week.runs[run.run])
  const used = run.periods.filter((one) => one !== null)
  return (
    <section className={css.run} aria-label={day}>
      <h2 className={css.day}>{day}</h2>
      <div className={css.strip} aria-hidden="true">
        {run.periods.map((one, at) => {
          const strip = one === null ? null : stripOf(one, run.periods[at + 1] ?? null)
          return strip === null ? null : (
            // biome-ignore lint/suspicious/noArrayIndexKey: a period is its place on the board
            <i key={at} style={{ left: `${strip.left}%`, width: `${strip.width}%` }} />
          )
        })}
      </div>
      <div className={css.periods}>
        {used.length === 0 && <span className={css.none}>{t(($) => $.week.none)}</span>}
        {run.periods.map((one, at) =>
          one === null ? null : (
            <PeriodFields
              // biome-ignore lint/suspicious/noArrayIndexKey: a period is its place on the board
              key={at}
              schedule={schedule}
              run={run}
              at={at}
              period={one}
              points={points}
              problems={problems.filter(({ period }) => period === at)}
              disabled={disabled}
              isChanged={isChanged}
              onChange={(next) => on.onPeriod(at, next)}
              onRemove={() => on.onRemove(at)}
            />
          ),
        )}
        <span className={css.actions}>
          <Button
            size="small"
            kind="text"
            icon={PlusIcon}
            disabled={disabled}
            disabledReason={used.length >= schedule.periods ? t(($) => $.week.full) : undefined}
            aria-label={t(($) => $.week.add_to, { day })}
            onClick={on.onAdd}
          >
            {t(($) => $.week.add)}
          </Button>
          {on.onCopy !== null && (
            <Button
              size="small"
              kind="text"
              icon={CopyIcon}
              disabled={disabled}
              aria-label={t(($) => $.week.copy_of, { day })}
              onClick={on.onCopy}
            >
              {t(($) => $.week.copy)}
            </Button>
          )}
        </span>
      </div>
    </section>
  )
}

function PeriodFields(props: {
  schedule: WeeklySchedule
  run: RunPeriods
  at: number
  period: Period
  points: RunProps['points']
  problems: readonly WeekProblem[]
  disabled: boolean
  isChanged: (key: string) => boolean
  onChange: (next: Period) => void
  onRemove: () => void
}) {
  const { schedule, run, at, period, problems, disabled, onChange } = props
  const t = useMessages('device-detail')
  const language = useLanguage()
  const problem_id = useId()
  const day = t(($) => $.week.runs[run.run])
  const nr = at + 1
  const keyOf = (cell: 'start' | 'end' | 'value') => cellKey(schedule, run.run, at, cell)
  const isWrong = (cell: 'start' | 'end' | 'value') => problems.some(({ key }) => key === keyOf(cell))
  const value_point = props.points?.get(keyOf('value'))
  const { value } = schedule
  return (
    <fieldset className={css.period} data-invalid={problems.length > 0 || undefined}>
      <legend className="hf-hidden">{t(($) => $.week.period, { day, nr })}</legend>
      <ClockField
        label={t(($) => $.week.start, { day, nr })}
        minutes={period.start}
        staged={props.isChanged(keyOf('start'))}
        invalid={isWrong('start')}
        disabled={disabled}
        describedBy={problem_id}
        onChange={(start) => onChange({ ...period, start })}
      />
      <span aria-hidden="true">–</span>
      {period.end === null ? (
        <span className={css.none}>{t(($) => $.week.until_next)}</span>
      ) : (
        <ClockField
          label={t(($) => $.week.end, { day, nr })}
          minutes={period.end}
          staged={props.isChanged(keyOf('end'))}
          invalid={isWrong('end')}
          disabled={disabled}
          describedBy={problem_id}
          onChange={(end) => onChange({ ...period, end })}
        />
      )}
      {value !== null && value_point !== undefined && (
        <NumberBox
          point={value_point}
          label={t(($) => $.week.value, { day, nr, name: value.names[language] || value.names.en })}
          value={period.value ?? undefined}
          staged={props.isChanged(keyOf('value'))}
          invalid={isWrong('value')}
          disabled={disabled}
          describedBy={problem_id}
          onChange={(next) => onChange({ ...period, value: next })}
        />
      )}
      <Button
        size="small"
        kind="text"
        icon={CloseIcon}
        disabled={disabled}
        label={t(($) => $.week.remove, { day, nr })}
        onClick={props.onRemove}
      />
      <span id={problem_id} className={css.problem} role={problems.length > 0 ? 'alert' : undefined}>
        {problems
          .map(({ code }) => t(($) => $.week.problems[code], { max: value?.max ?? '', min: value?.min ?? '' }))
          .join(' ')}
      </span>
    </fieldset>
  )
}

/** A time of day; hour and minute are kept as typed while one of them is none. */
function ClockField(props: {
  label: string
  minutes: number
  staged: boolean
  invalid: boolean
  disabled: boolean
  describedBy: string
  onChange: (minutes: number) => void
}) {
  const { minutes, onChange, ...shown } = props
  const [typed, setTyped] = useState<{ hour: number; minute: number } | null>(null)
  const parts =
    Number.isNaN(minutes) && typed !== null
      ? typed
      : { hour: Math.floor(minutes / 60), minute: Math.floor(minutes % 60) }
  const set = (next: { hour: number; minute: number }) => {
    setTyped(next)
    onChange(minutesOf(next.hour, next.minute))
  }
  return (
    <TimeBox
      {...shown}
      hour={parts.hour}
      minute={parts.minute}
      onHour={(hour) => set({ ...parts, hour })}
      onMinute={(minute) => set({ ...parts, minute })}
    />
  )
}
