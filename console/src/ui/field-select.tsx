import type { ReactNode } from 'react'
import { ComboBox } from './combo-box.tsx'
import { type ComboRow, isFound } from './combo-rows.ts'
import { FieldFrame, type FieldProps } from './field-frame.tsx'

export type Choice<Value extends string | number> = {
  value: Value
  label: string
  /** Shown in the list instead of the label. */
  draw?: ReactNode
  /** Shown, but not selectable. */
  disabled?: boolean
}

/** The rows of a list of choices. */
export const choiceRows = <Value extends string | number>(
  options: readonly Choice<Value>[],
  search: string,
  isChosen: (value: Value) => boolean,
): ComboRow[] =>
  options
    .filter(({ label }) => search === '' || isFound(label, search))
    .map(({ value, label, draw, disabled = false }) => ({
      key: String(value),
      label,
      draw,
      disabled,
      chosen: isChosen(value),
    }))

/** A single selection; `search` enables a search by label. `undefined` = nothing selected. */
export function SelectField<Value extends string | number>(
  props: FieldProps & {
    value: Value | undefined
    onChange: (value: Value | undefined) => void
    options: readonly Choice<Value>[]
    placeholder?: string
    search?: boolean
    /** Can be emptied. */
    clearable?: boolean
    loading?: boolean
    /** Before the selected label, e.g. the name of a filter. */
    prefix?: ReactNode
    width?: number | string
  },
) {
  const { value, options, onChange, search = false } = props
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <ComboBox
          ids={ids}
          label={props.label}
          // A value that is not offered is shown as it is, not dropped.
          text={value === undefined ? '' : (options.find((option) => option.value === value)?.label ?? String(value))}
          rowsOf={(text) => choiceRows(options, text, (one) => one === value)}
          onChoose={({ key }) => onChange(options.find((option) => String(option.value) === key)?.value)}
          onClear={props.clearable ? () => onChange(undefined) : undefined}
          searchable={search}
          placeholder={props.placeholder ?? props.label}
          disabled={props.disabled}
          loading={props.loading}
          prefix={props.prefix}
          width={props.width}
        />
      )}
    </FieldFrame>
  )
}
