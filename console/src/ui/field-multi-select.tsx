import { ComboBox } from './combo-box.tsx'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import { type Choice, choiceRows } from './field-select.tsx'

/** Several options of many, with search; selected ones are tags. */
export function MultiSelectField<Value extends string | number>(
  props: FieldProps & {
    value: readonly Value[]
    onChange: (value: Value[]) => void
    options: readonly Choice<Value>[]
    placeholder?: string
    loading?: boolean
    /** Called while typing, for options searched by the server. */
    onSearch?: (text: string) => void
    /** Maximum number. */
    max?: number
  },
) {
  const { value, options, onChange, onSearch, max = Infinity } = props
  const chosen = new Set(value)
  const toggle = (one: Value) => {
    if (chosen.has(one)) onChange(value.filter((other) => other !== one))
    else if (value.length < max) onChange([...value, one])
  }
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <ComboBox
          ids={ids}
          label={props.label}
          text=""
          tags={value.map((one) => ({
            key: String(one),
            label: options.find((option) => option.value === one)?.label ?? String(one),
          }))}
          rowsOf={(text) =>
            // What the server searched is not searched again: it finds by more than the label.
            choiceRows(options, onSearch === undefined ? text : '', (one) => chosen.has(one)).map((row) =>
              row.chosen || value.length < max ? row : { ...row, disabled: true },
            )
          }
          onChoose={({ key }) => {
            const option = options.find((one) => String(one.value) === key)
            if (option !== undefined) toggle(option.value)
          }}
          onRemove={(key) => onChange(value.filter((one) => String(one) !== key))}
          onSearch={onSearch}
          onClear={() => onChange([])}
          searchable
          placeholder={props.placeholder ?? props.label}
          disabled={props.disabled}
          loading={props.loading}
        />
      )}
    </FieldFrame>
  )
}
