import type { FilterField } from './filter-bar.tsx'
import { FilterChoice, FilterText } from './filter-bar-controls.tsx'

/** A filter by a part of a text. */
export const textFilter = (
  key: string,
  label: string,
  value: string,
  onChange: (value: string) => void,
): FilterField => ({
  key,
  label,
  control: <FilterText label={label} value={value} onCommit={onChange} />,
  chip: value === '' ? undefined : value,
  clear: () => onChange(''),
})

/** A filter by one of a few values. */
export const choiceFilter = <Value extends string>(
  key: string,
  label: string,
  options: readonly { value: Value; label: string }[],
  value: Value | undefined,
  onChange: (value: Value | undefined) => void,
): FilterField => ({
  key,
  label,
  control: <FilterChoice label={label} value={value} options={options} onChange={onChange} />,
  chip: value === undefined ? undefined : (options.find((option) => option.value === value)?.label ?? value),
  clear: () => onChange(undefined),
})
