import type { FilterField } from '../../ui/filter-bar.tsx'
import { FilterButton } from '../../ui/filter-bar-controls.tsx'
import { DropdownMenu } from '../../ui/menu.tsx'

type ProductsFilterProps = {
  label: string
  choices: readonly { value: string; label: string }[]
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

/** A filter by some of the products: each choice adds or removes one. */
export const productsFilter = ({ label, choices, chosen, onChange }: ProductsFilterProps): FilterField => {
  const text =
    chosen.length === 0
      ? undefined
      : chosen.map((key) => choices.find(({ value }) => value === key)?.label ?? key).join(', ')
  return {
    key: 'product_keys',
    label,
    control: (
      <DropdownMenu
        label={label}
        side="below-start"
        trigger={(button) => <FilterButton {...button} label={label} value_text={text} />}
        items={choices.map(({ value, label: name }) => ({
          key: value,
          label: name,
          checked: chosen.includes(value),
          onSelect: () => onChange(chosen.includes(value) ? chosen.filter((key) => key !== value) : [...chosen, value]),
        }))}
      />
    ),
    chip: text,
    clear: () => onChange([]),
  }
}
