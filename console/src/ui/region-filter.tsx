import type { FilterField } from './filter-bar.tsx'
import { FilterRegion } from './filter-region.tsx'

/** A filter by a province, city or county of China with all within it; `value_text`: its name. */
export const regionFilter = (
  key: string,
  label: string,
  { value, value_text }: { value: string; value_text: string | undefined },
  onChange: (code: string) => void,
): FilterField => ({
  key,
  label,
  control: <FilterRegion label={label} value={value} value_text={value_text} onChange={onChange} />,
  chip: value_text,
  clear: () => onChange(''),
})
