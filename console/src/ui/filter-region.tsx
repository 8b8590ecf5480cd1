import { lazy, Suspense } from 'react'
import { FilterButton } from './filter-bar-controls.tsx'
import { Popover } from './filter-bar-popover.tsx'

// Region names are loaded when it is opened.
const Picker = lazy(() => import('./filter-region-picker.tsx').then((part) => ({ default: part.FilterRegionPicker })))

export type RegionFilterProps = {
  label: string
  /** GB/T 2260; empty = any. */
  value: string
  /** Name of the selected region. */
  value_text: string | undefined
  onChange: (code: string) => void
}

/** A filter by one province, city or county, with search. */
export const FilterRegion = (props: RegionFilterProps) => (
  <Popover
    label={props.label}
    trigger={(button) => <FilterButton {...button} label={props.label} value_text={props.value_text} />}
  >
    {(close) => (
      <Suspense>
        <Picker
          {...props}
          onChange={(code) => {
            props.onChange(code)
            close()
          }}
        />
      </Suspense>
    )}
  </Popover>
)
