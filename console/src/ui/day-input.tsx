import { type InputHTMLAttributes, lazy, Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLanguage, useMessages } from '../messages/messages.ts'
import styles from './day-input.module.css'
import { parseDay } from './day-text.ts'
import { Popover } from './filter-bar-popover.tsx'
import { formatDay } from './format.ts'
import { CalendarIcon } from './icons.tsx'

// Fetched when it is opened.
const DayCalendar = lazy(() => import('./day-calendar.tsx').then((part) => ({ default: part.DayCalendar })))

type DayInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'type' | 'min' | 'max'> & {
  /** `2026-11-21`; empty = none. */
  value: string
  /** Called with a day or with nothing; what is neither changes nothing and is gone when the field is left. */
  onChange: (day: string) => void
  min?: string | undefined
  max?: string | undefined
  /** What the button of the calendar is for. */
  label: string
}

/** A day, written as the console writes days everywhere; typed year first, or chosen in a calendar. */
export function DayInput({ value, onChange, min, max, label, disabled, ...rest }: DayInputProps) {
  const t = useMessages('ui')
  const language = useLanguage()
  const [typing, setTyping] = useState<string | null>(null)
  const shown = value === '' ? '' : formatDay(value, language)
  const is_invalid = typing !== null && typing.trim() !== '' && parseDay(typing) === null
  return (
    <span className={styles.day}>
      <input
        {...rest}
        {...(is_invalid ? { 'aria-invalid': true } : {})}
        type="text"
        autoComplete="off"
        spellCheck={false}
        placeholder={t(($) => $.day.placeholder)}
        disabled={disabled}
        value={typing ?? shown}
        onFocus={({ target }) => {
          // At once and selected: what is typed or pasted now replaces the day.
          flushSync(() => setTyping(value))
          target.select()
        }}
        onChange={(event) => {
          setTyping(event.target.value)
          const day = event.target.value.trim() === '' ? '' : parseDay(event.target.value)
          if (day !== null) onChange(day)
        }}
        onBlur={(event) => {
          setTyping(null)
          rest.onBlur?.(event)
        }}
      />
      <Popover
        label={t(($) => $.day.calendar_panel)}
        side="below-end"
        trigger={(button) => (
          <button
            type="button"
            {...button}
            className={styles.open}
            title={t(($) => $.day.calendar, { label })}
            disabled={disabled}
          >
            <CalendarIcon size={14} />
          </button>
        )}
      >
        {(close) => (
          <Suspense>
            <DayCalendar
              value={value}
              min={min}
              max={max}
              label={label}
              onChoose={(day) => {
                onChange(day)
                close()
              }}
            />
          </Suspense>
        )}
      </Popover>
    </span>
  )
}
