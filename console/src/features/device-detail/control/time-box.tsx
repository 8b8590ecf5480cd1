import { useState } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { parseTyped } from './setting-rows.ts'
import css from './widgets.module.css'

type TimeBoxProps = {
  label: string
  hour: number | undefined
  minute: number | undefined
  staged: boolean
  invalid: boolean
  disabled: boolean
  describedBy: string
  onHour: (hour: number) => void
  onMinute: (minute: number) => void
}

/** A time of day on the board's 24 hour clock, whatever the browser's locale. */
export const TimeBox = ({ label, staged, invalid, onHour, onMinute, ...props }: TimeBoxProps) => {
  const t = useMessages('device-detail')
  const shared = { invalid, disabled: props.disabled, describedBy: props.describedBy }
  return (
    <span className={css.number} data-staged={staged || undefined} data-invalid={invalid || undefined}>
      <Digits
        {...shared}
        label={`${label}, ${t(($) => $.control.hour)}`}
        value={props.hour}
        modulus={24}
        onChange={onHour}
      />
      <span className={css.colon}>:</span>
      <Digits
        {...shared}
        label={`${label}, ${t(($) => $.control.minute)}`}
        value={props.minute}
        modulus={60}
        onChange={onMinute}
      />
    </span>
  )
}

type DigitsProps = {
  label: string
  value: number | undefined
  /** Hours per day or minutes per hour: stepping wraps around. */
  modulus: number
  invalid: boolean
  disabled: boolean
  describedBy: string
  onChange: (value: number) => void
}

const Digits = ({ label, value, modulus, invalid, disabled, describedBy, onChange }: DigitsProps) => {
  const [typing, setTyping] = useState<string | null>(null)
  const input_text = value === undefined || Number.isNaN(value) ? '' : String(value).padStart(2, '0')
  return (
    <input
      className={css.digits}
      inputMode="numeric"
      maxLength={2}
      aria-label={label}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      disabled={disabled}
      value={typing ?? input_text}
      onChange={(event) => {
        setTyping(event.target.value)
        onChange(parseTyped(event.target.value))
      }}
      onBlur={() => setTyping(null)}
      onKeyDown={(event) => {
        const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : null
        if (step === null) return
        event.preventDefault()
        setTyping(null)
        onChange(((Number.isNaN(value ?? 0) ? 0 : (value ?? 0)) + step + modulus) % modulus)
      }}
    />
  )
}
