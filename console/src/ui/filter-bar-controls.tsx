import { type ButtonHTMLAttributes, lazy, Suspense, useEffect, useId, useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import s from './filter-bar-controls.module.css'
import { DropdownMenu } from './menu.tsx'

// The list of the first screen filters by no day.
const DayInput = lazy(() => import('./day-input.tsx').then((part) => ({ default: part.DayInput })))

/** Debounce of text filters; Enter applies at once. */
const SETTLE_MS = 400

type TextProps = {
  label: string
  value: string
  placeholder?: string
  /** Why the text is invalid; shown below the field. */
  error?: string | undefined
  /** Joins pasted lines. */
  joinTextLines?: (text: string) => string
  onCommit: (text: string) => void
}

/** A text filter. Without a placeholder its label is the placeholder. */
export const FilterText = ({ label, value, placeholder, error, joinTextLines, onCommit }: TextProps) => {
  const id = useId()
  const [draft, setDraft] = useState(value)
  const [previous_value, setPreviousValue] = useState(value)
  // The query changed elsewhere (a chip, a link, back): the field follows.
  if (previous_value !== value) {
    setPreviousValue(value)
    if (draft.trim() !== value.trim()) setDraft(value)
  }
  useEffect(() => {
    if (draft.trim() === value.trim()) return
    const timer = setTimeout(() => onCommit(draft.trim()), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [draft, value, onCommit])
  return (
    <div
      className={`${s.text} ${placeholder === undefined ? s.labelled : ''}`}
      data-invalid={error !== undefined || undefined}
    >
      {placeholder === undefined && <label htmlFor={id}>{label}</label>}
      <input
        id={id}
        type="text"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        placeholder={placeholder}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onCommit(draft.trim())
        }}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text')
          if (joinTextLines === undefined || !/[\n\r\t]/.test(text)) return
          event.preventDefault()
          const { selectionStart, selectionEnd } = event.currentTarget
          const joined = joinTextLines(text)
          setDraft(`${draft.slice(0, selectionStart ?? 0)}${joined}${draft.slice(selectionEnd ?? draft.length)}`)
        }}
      />
      {error !== undefined && (
        <p id={`${id}-error`} className={s.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

type ChoiceProps<Value extends string> = {
  label: string
  value: Value | undefined
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value | undefined) => void
}

/** A filter by one of some values. */
export const FilterChoice = <Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) => {
  const t = useMessages('ui')
  const chosen = options.find((option) => option.value === value)
  return (
    <DropdownMenu
      label={label}
      side="below-start"
      trigger={(button) => <FilterButton {...button} label={label} value_text={chosen?.label} />}
      items={[
        { key: '', label: t(($) => $.table.any), checked: chosen === undefined, onSelect: () => onChange(undefined) },
        ...options.map((option) => ({
          key: option.value,
          label: option.label,
          checked: option === chosen,
          onSelect: () => onChange(option.value),
        })),
      ]}
    />
  )
}

type FilterButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { label: string; value_text: string | undefined }

/** The button of a filter: its name, and its value while it is active. */
export const FilterButton = ({ label, value_text, ...rest }: FilterButtonProps) => (
  <button
    type="button"
    {...rest}
    className={s.choice}
    data-set={value_text !== undefined || undefined}
    title={value_text}
  >
    <span className={s.prefix}>{value_text === undefined ? label : `${label}:`}</span>
    {value_text !== undefined && <b>{value_text}</b>}
    <svg viewBox="0 0 12 12" aria-hidden>
      <path d="M3 4.5l3 3 3-3" />
    </svg>
  </button>
)

type DaysProps = {
  label: string
  from: string | undefined
  to: string | undefined
  onChange: (days: { from: string | undefined; to: string | undefined }) => void
}

/** A range of days, each end open. */
export const FilterDays = ({ label, from, to, onChange }: DaysProps) => {
  const t = useMessages('ui')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in one line with its fields
    <div role="group" aria-label={label} className={s.days}>
      <span aria-hidden>{label}</span>
      <FilterDay
        label={`${label}, ${t(($) => $.table.from)}`}
        value={from}
        max={to}
        onChange={(day) => onChange({ from: day, to })}
      />
      <span aria-hidden>–</span>
      <FilterDay
        label={`${label}, ${t(($) => $.table.to)}`}
        value={to}
        min={from}
        onChange={(day) => onChange({ from, to: day })}
      />
    </div>
  )
}

type FilterDayProps = {
  label: string
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  onChange: (day: string | undefined) => void
}

/** One end of the range: filters once it is a day, and not while one is typed. */
const FilterDay = ({ value, onChange, ...props }: FilterDayProps) => (
  <Suspense>
    <DayInput {...props} aria-label={props.label} value={value ?? ''} onChange={(day) => onChange(day || undefined)} />
  </Suspense>
)

type SwitchProps = { label: string; on: boolean; onChange: (on: boolean) => void }

/** A switch with its label. */
export const FilterSwitch = ({ label, on, onChange }: SwitchProps) => (
  <label className={s.switch}>
    <input
      type="checkbox"
      role="switch"
      checked={on}
      aria-checked={on}
      onChange={(event) => onChange(event.target.checked)}
    />
    {label}
  </label>
)
