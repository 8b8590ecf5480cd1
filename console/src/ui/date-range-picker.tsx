import { zoneClock } from '@heatfleet/contract/zone-clock.ts'
import { Fragment, type ReactNode, use, useMemo, useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import type { ControlIds } from './combo-box.tsx'
import { zoneInUse } from './display.ts'
import styles from './field.module.css'
import type { DateRangeFieldProps } from './field-date-range.tsx'
import type { DateTimeFieldProps } from './field-date-time.tsx'
import { Popover } from './filter-bar-popover.tsx'
import { CalendarIcon, CloseIcon } from './icons.tsx'
import moments from './moment-input.module.css'
import { MomentCalendar, MomentInput } from './moment-input.tsx'
import { dayEndOf, momentText, movedRange } from './moment-text.ts'
import { ReadOnly } from './read-only.ts'

const ENDS = ['from', 'to'] as const

/** The clock of the zone that is shown. */
const useClock = () => {
  const zone = zoneInUse()
  return useMemo(() => zoneClock(zone), [zone])
}

type CalendarsProps = { label: string; disabled: boolean; children: (close: () => void) => ReactNode }

/** The button that opens the calendars. */
function Calendars({ label, disabled, children }: CalendarsProps) {
  const t = useMessages('ui')
  return (
    <Popover
      label={t(($) => $.day.calendar_panel)}
      side="below-end"
      trigger={(button) => (
        <button
          type="button"
          {...button}
          className={styles.inside}
          title={t(($) => $.day.calendar, { label })}
          disabled={disabled}
        >
          <CalendarIcon size={14} />
        </button>
      )}
    >
      {(close) => <div className={moments.calendars}>{children(close)}</div>}
    </Popover>
  )
}

/** Both ends of {@link DateRangeField} with their calendars; loaded lazily. */
export function DateRangePicker(props: DateRangeFieldProps & { ids: ControlIds }) {
  const t = useMessages('ui')
  const { value, onChange, time = false, clearable = true, ids, days_max } = props
  const clock = useClock()
  const disabled = use(ReadOnly) || props.disabled === true
  const [focused, setFocused] = useState<'from' | 'to'>('from')
  const move = (end: 'from' | 'to', at_ms: number | null) => {
    const range = movedRange(value, end, at_ms, days_max)
    const { from, to } = range
    // Whole days: from the first instant of the first one to the last instant of the last.
    onChange(
      time
        ? range
        : { from: from === null ? null : clock.dayStart(from), to: to === null ? null : dayEndOf(to, clock) },
    )
  }
  const dayOf = (at_ms: number | null) => (at_ms === null ? '' : momentText(at_ms, clock).slice(0, 10))
  const name = { from: t(($) => $.table.from), to: t(($) => $.table.to) }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be the box of a field
    <span
      role="group"
      aria-label={props.label}
      className={`${styles.box} ${styles.medium} ${moments.range}`}
      data-disabled={disabled || undefined}
    >
      {ENDS.map((end) => (
        <Fragment key={end}>
          {end === 'to' && (
            <span className={styles.sign} aria-hidden>
              –
            </span>
          )}
          <MomentInput
            {...ids}
            id={end === 'from' ? ids.id : `${ids.id}-end`}
            aria-label={`${props.label}, ${name[end]}`}
            placeholder={end === 'from' ? t(($) => $.from) : t(($) => $.to)}
            value={value[end]}
            onCommit={(at_ms) => move(end, at_ms)}
            clock={clock}
            time={time}
            clearable={clearable}
            disabled={disabled}
          />
        </Fragment>
      ))}
      {clearable && !disabled && (value.from !== null || value.to !== null) && (
        <button
          type="button"
          className={`${styles.inside} ${moments.clear}`}
          aria-label={t(($) => $.clear)}
          onClick={() => onChange({ from: null, to: null })}
        >
          <CloseIcon size={14} />
        </button>
      )}
      <Calendars label={props.label} disabled={disabled}>
        {(close) =>
          ENDS.map((end) => (
            <div key={end} className={moments.calendar}>
              <span className={moments.title}>{end === 'from' ? t(($) => $.from) : t(($) => $.to)}</span>
              <MomentCalendar
                value={value[end]}
                onChange={(at_ms) => {
                  move(end, at_ms)
                  setFocused('to')
                  if (end === 'to' && !time && value.from !== null) close()
                }}
                clock={clock}
                time={time}
                label={`${props.label}, ${name[end]}`}
                between={{ from: dayOf(value.from), to: dayOf(value.to) }}
                focused={focused === end}
              />
            </div>
          ))
        }
      </Calendars>
    </span>
  )
}

/** A single moment with its calendar; loaded lazily. */
export function DateTimePicker(props: DateTimeFieldProps & { ids: ControlIds }) {
  const { value, onChange, ids } = props
  const clock = useClock()
  const disabled = use(ReadOnly) || props.disabled === true
  return (
    <span className={`${styles.box} ${styles.medium}`} data-disabled={disabled || undefined}>
      <MomentInput
        {...ids}
        placeholder={props.label}
        value={value}
        onCommit={onChange}
        clock={clock}
        time
        clearable
        disabled={disabled}
      />
      <Calendars label={props.label} disabled={disabled}>
        {() => <MomentCalendar value={value} onChange={onChange} clock={clock} time label={props.label} focused />}
      </Calendars>
    </span>
  )
}
