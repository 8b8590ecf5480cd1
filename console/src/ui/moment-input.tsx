import type { ZoneClock } from '@heatfleet/contract/zone-clock.ts'
import { type InputHTMLAttributes, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLanguage, useMessages } from '../messages/messages.ts'
import { DayCalendar } from './day-calendar.tsx'
import field from './field.module.css'
import { formatTime } from './format.ts'
import styles from './moment-input.module.css'
import { momentText, parseClock, parseMoment } from './moment-text.ts'

type MomentInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'type'> & {
  /** Unix ms. */
  value: number | null
  /** Called when the field is left or Enter is pressed; what is no moment changes nothing. */
  onCommit: (at_ms: number | null) => void
  clock: ZoneClock
  /** With the time of day. */
  time: boolean
  clearable: boolean
}

/** A moment, written as the console writes it everywhere; typed year first, `2026-11-21 09:15`. */
export function MomentInput({ value, onCommit, clock, time, clearable, ...rest }: MomentInputProps) {
  const language = useLanguage()
  const [is_focused, setFocused] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const typeable = value === null ? '' : momentText(value, clock).slice(0, time ? 16 : 10)
  const commit = () => {
    if (typed === null || typed.trim() === typeable) return
    const at_ms = parseMoment(typed, clock)
    if (at_ms !== null) onCommit(at_ms)
    else if (typed.trim() === '' && clearable) onCommit(null)
  }
  const is_invalid = typed !== null && typed.trim() !== '' && parseMoment(typed, clock) === null
  return (
    <input
      {...rest}
      {...(is_invalid ? { 'aria-invalid': true } : {})}
      type="text"
      autoComplete="off"
      spellCheck={false}
      className={`${field.input} ${styles.input}`}
      value={typed ?? (is_focused || value === null ? typeable : formatTime(value, language, time ? 'minute' : 'date'))}
      onFocus={({ target }) => {
        // At once and selected: what is typed or pasted now replaces the moment.
        flushSync(() => setFocused(true))
        target.select()
      }}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        commit()
      }}
      onBlur={() => {
        commit()
        setTyped(null)
        setFocused(false)
      }}
    />
  )
}

type MomentCalendarProps = {
  value: number | null
  onChange: (at_ms: number) => void
  clock: ZoneClock
  time: boolean
  label: string
  /** The days of the whole period, `2026-11-21`. */
  between?: { from: string; to: string } | undefined
  focused: boolean
}

/** A calendar of days, with a field for the time of day below. */
export function MomentCalendar({ value, onChange, clock, time, label, between, focused }: MomentCalendarProps) {
  const t = useMessages('ui')
  const [day = '', clock_time = ''] = value === null ? [] : momentText(value, clock).split(' ')
  const [typed, setTyped] = useState<string | null>(null)
  const choose = (next_day: string, next_time: string) => {
    const at_ms = parseMoment(`${next_day} ${next_time}`, clock)
    if (at_ms !== null) onChange(at_ms)
  }
  const commitTime = () => {
    const next = typed === null ? null : parseClock(typed)
    setTyped(null)
    if (next !== null && next !== clock_time && day !== '') choose(day, next)
  }
  return (
    <div className={styles.calendar}>
      <DayCalendar
        key={day}
        value={day}
        label={label}
        between={between}
        focused={focused}
        onChoose={(next) => choose(next, time && clock_time !== '' ? clock_time : '00:00')}
      />
      {time && (
        <label className={styles.time}>
          {t(($) => $.day.time)}
          <span className={`${field.box} ${field.medium}`}>
            <input
              className={field.input}
              aria-label={`${label}, ${t(($) => $.day.time)}`}
              autoComplete="off"
              inputMode="numeric"
              placeholder="HH:mm"
              disabled={day === ''}
              value={typed ?? clock_time}
              onFocus={(event) => event.target.select()}
              onChange={(event) => setTyped(event.target.value)}
              onBlur={commitTime}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                commitTime()
              }}
            />
          </span>
        </label>
      )}
    </div>
  )
}
