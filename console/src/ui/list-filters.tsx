import { useDayText } from './day-text.ts'
import type { FilterField } from './filter-bar.tsx'
import { FilterChoice, FilterDays, FilterText } from './filter-bar-controls.tsx'

/** A filter by a part of a text. Without a placeholder its label is the placeholder. */
export const textFilter = (
  key: string,
  label: string,
  value: string,
  onChange: (value: string) => void,
  placeholder?: string,
): FilterField => ({
  key,
  label,
  control: (
    <FilterText
      label={label}
      {...(placeholder === undefined ? {} : { placeholder })}
      value={value}
      onCommit={onChange}
    />
  ),
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

/** A filter by true or false. */
export const eitherFilter = (
  key: string,
  label: string,
  texts: { yes: string; no: string },
  value: boolean | undefined,
  onChange: (value: boolean | undefined) => void,
): FilterField =>
  choiceFilter(
    key,
    label,
    EITHER.map((either) => ({ value: either, label: texts[either] })),
    value === undefined ? undefined : value ? 'yes' : 'no',
    (either) => onChange(either === undefined ? undefined : either === 'yes'),
  )
const EITHER = ['yes', 'no'] as const

type Days = { from: string | undefined; to: string | undefined }
/** Builds filters by ranges of days, each end open. */
export const useDaysFilter = () => {
  const dayText = useDayText()
  const endText = (day: string | undefined) => (day === undefined ? '…' : dayText(day))
  return (key: string, label: string, { from, to }: Days, onChange: (days: Days) => void): FilterField => ({
    key,
    label,
    control: <FilterDays label={label} from={from} to={to} onChange={onChange} />,
    chip: from === undefined && to === undefined ? undefined : `${endText(from)} – ${endText(to)}`,
    clear: () => onChange({ from: undefined, to: undefined }),
  })
}
