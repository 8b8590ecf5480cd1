import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { type KeyboardEvent, useState } from 'react'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { unitText } from '../../../points/unit-text.ts'
import { formatNumber, inChosenUnit, UNKNOWN } from '../../../ui/format.ts'
import { parseTyped, stepped } from './setting-rows.ts'
import css from './widgets.module.css'

type NumberBoxProps = {
  point: DataPoint
  label: string
  value: number | undefined
  staged: boolean
  invalid: boolean
  disabled: boolean
  describedBy: string
  onChange: (value: number) => void
}

/** A number field with unit; arrow keys step, comma and point are both decimal separators. */
export const NumberBox = ({
  point,
  label,
  value,
  staged,
  invalid,
  disabled,
  describedBy,
  onChange,
}: NumberBoxProps) => {
  const t = useMessages('ui')
  const language = useLanguage()
  const input_text = value === undefined || Number.isNaN(value) ? '' : formatNumber(value, point.decimals, language)
  const [typing, setTyping] = useState<string | null>(null)
  const step = (direction: 1 | -1) => {
    setTyping(null)
    onChange(stepped(point, value === undefined || Number.isNaN(value) ? (point.default_value ?? 0) : value, direction))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : null
    if (direction === null || disabled) return
    event.preventDefault()
    step(direction)
  }
  return (
    <span className={css.number} data-staged={staged || undefined} data-invalid={invalid || undefined}>
      <button
        type="button"
        tabIndex={-1}
        title={t(($) => $.decrease, { label })}
        disabled={disabled}
        onClick={() => step(-1)}
      >
        <span aria-hidden="true">−</span>
      </button>
      <input
        inputMode="decimal"
        aria-label={label}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        disabled={disabled}
        placeholder={UNKNOWN}
        value={typing ?? input_text}
        onChange={(event) => {
          setTyping(event.target.value)
          onChange(parseTyped(event.target.value))
        }}
        onBlur={() => setTyping(null)}
        onKeyDown={onKeyDown}
      />
      <small>{unitText(point.unit, language)}</small>
      <ChosenUnit point={point} value={value} />
      <button
        type="button"
        tabIndex={-1}
        title={t(($) => $.increase, { label })}
        disabled={disabled}
        onClick={() => step(1)}
      >
        <span aria-hidden="true">+</span>
      </button>
    </span>
  )
}

/** The value in the viewer's unit; the setting itself stays in the unit and the steps of the board. */
const ChosenUnit = ({ point, value }: Pick<NumberBoxProps, 'point' | 'value'>) => {
  const language = useLanguage()
  if (value === undefined || Number.isNaN(value)) return null
  const chosen = inChosenUnit(value, point.unit)
  if (chosen.unit === point.unit) return null
  return (
    <small className={css.chosen_unit}>
      = {formatNumber(chosen.value, point.decimals, language)}&nbsp;{chosen.unit}
    </small>
  )
}
