import { useId } from 'react'
import css from './widgets.module.css'

type SegmentedProps = {
  label: string
  options: readonly { value: number; label: string }[]
  value: number | undefined
  staged: boolean
  disabled: boolean
  describedBy: string
  onChange: (value: number) => void
}

/** A few named values side by side, as radio buttons. */
export const Segmented = ({ label, options, value, staged, disabled, describedBy, onChange }: SegmentedProps) => {
  const name = useId()
  return (
    <fieldset
      className={css.segmented}
      aria-describedby={describedBy}
      data-staged={staged || undefined}
      disabled={disabled}
    >
      <legend className="hf-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
