import { checkControl } from '@heatfleet/contract/controls/controls.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { type ReactNode, useId } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { usePointText } from '../../../points/point-text.ts'
import { choiceName } from '../../../points/readings.ts'
import { SelectField } from '../../../ui/field.tsx'
import { LockIcon } from '../../../ui/icons.tsx'
import type { DeviceView } from '../device-view.ts'
import css from './control.module.css'
import { NumberBox } from './number-box.tsx'
import { Segmented } from './segmented.tsx'
import { type SettingRow, widgetOf } from './setting-rows.ts'
import { type ControlAccess, lockOf } from './staging.ts'
import { TimeBox } from './time-box.tsx'
import type { Commands } from './use-commands.ts'
import { useProblemText } from './use-problem-text.ts'

type SettingProps = {
  row: SettingRow
  view: DeviceView
  commands: Commands
  access: ControlAccess
  /** Buttons beside the name. */
  tools?: (name: string) => ReactNode
}

/** One setting: name, allowed range, input, and the current value once a change is staged. */
export const Setting = ({ row, view, commands, access, tools }: SettingProps) => {
  const t = useMessages('device-detail')
  const { nameOf, inline, language } = usePointText()
  const problemText = useProblemText()
  const id = useId()
  const points = row.kind === 'time' ? [row.hour, row.minute] : [row.point]
  const [first] = points
  if (first === undefined) return null
  const lock = points.map((point) => lockOf(point, access)).find((found) => found !== null) ?? null
  const current = (key: string) => view.readings.get(key)?.value
  const limitValue = (key: string) => commands.staged.get(key) ?? current(key)
  const staged = points.some((point) => commands.staged.has(point.key))
  const problems = points.flatMap((point) => {
    const value = commands.staged.get(point.key)
    const problem = value === undefined ? null : checkControl(point, value, limitValue, view.device)
    return problem === null ? [] : [problemText(problem)]
  })
  const name = row.kind === 'time' ? timeName(nameOf(row.hour)) : nameOf(first)
  const now =
    row.kind === 'time' ? clockText(current(row.hour.key), current(row.minute.key)) : inline(first, current(first.key))
  return (
    <div className={css.setting} data-staged={staged || undefined}>
      <div>
        <div className={css.settingName}>
          {name}
          {lock === 'untried' && <LockIcon size={12} />}
          {first.level === 'installer' && (
            <span className={css.level}>
              {lock === 'installer_only' && <LockIcon size={12} />}
              {t(($) => $.control.installer)}
            </span>
          )}
          {tools !== undefined && <span className={css.tools}>{tools(name)}</span>}
        </div>
        <div id={id} className={problems.length > 0 ? css.problem : css.hint}>
          {problems.length > 0
            ? problems.join(' ')
            : lock === 'installer_only' || lock === 'untried'
              ? t(($) => $.control.locked[lock])
              : staged
                ? `${t(($) => $.control.old)}: ${now}`
                : row.kind === 'time'
                  ? ''
                  : limitsText(first)}
        </div>
      </div>
      <div className={css.widget}>
        {row.kind === 'time' ? (
          <TimeBox
            label={name}
            describedBy={id}
            hour={limitValue(row.hour.key)}
            minute={limitValue(row.minute.key)}
            staged={staged}
            invalid={problems.length > 0}
            disabled={lock !== null}
            onHour={(hour) => commands.stage(row.hour.key, hour)}
            onMinute={(minute) => commands.stage(row.minute.key, minute)}
          />
        ) : (
          <PointWidget
            point={row.point}
            label={name}
            describedBy={id}
            value={limitValue(row.point.key)}
            staged={staged}
            invalid={problems.length > 0}
            disabled={lock !== null}
            optionName={(value) => choiceName(row.point, value, language) ?? String(value)}
            onChange={(value) => commands.stage(row.point.key, value)}
          />
        )}
      </div>
    </div>
  )

  function limitsText(point: DataPoint) {
    if (widgetOf(point) !== 'number') return ''
    const limit = (side: DataPoint['min']) =>
      side !== null && typeof side === 'object' ? limitValue(side.point) : (side ?? undefined)
    const [min, max] = [limit(point.min), limit(point.max)]
    const parts: string[] = []
    if (min !== undefined && max !== undefined)
      parts.push(t(($) => $.control.range, { min: inline({ ...point, unit: '' }, min), max: inline(point, max) }))
    if (point.step !== null && point.step !== 1)
      parts.push(t(($) => $.control.step, { step: inline(point, point.step) }))
    return parts.join(' · ')
  }
}

type PointWidgetProps = {
  point: DataPoint
  label: string
  describedBy: string
  value: number | undefined
  staged: boolean
  invalid: boolean
  disabled: boolean
  optionName: (value: number) => string
  onChange: (value: number) => void
}

const PointWidget = ({ optionName, invalid, ...props }: PointWidgetProps) => {
  const { point } = props
  const widget = widgetOf(point)
  if (widget === 'number') return <NumberBox {...props} invalid={invalid} />
  const values = point.choices.length > 0 ? point.choices.map((choice) => choice.value) : [0, 1]
  const options = values.map((value) => ({ value, label: optionName(value) }))
  if (widget !== 'list') return <Segmented {...props} options={options} />
  return (
    <SelectField
      label={props.label}
      quiet
      disabled={props.disabled}
      value={props.value === undefined ? undefined : String(props.value)}
      options={options.map((option) => ({ value: String(option.value), label: option.label }))}
      onChange={(value) => {
        if (value !== undefined && value !== null) props.onChange(Number(value))
      }}
    />
  )
}

const clockText = (hour: number | undefined, minute: number | undefined): string =>
  hour === undefined || minute === undefined
    ? ''
    : `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`

/** "Timer 1 on, hour" is the hour's name; the pair is named by the part both share. */
const timeName = (hour_name: string): string =>
  hour_name.replace(/[,，\s]*(hour|godzina|时)$/iu, '').trim() || hour_name
