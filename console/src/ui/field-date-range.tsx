import { lazy, Suspense } from 'react'
import styles from './field.module.css'
import { FieldFrame, type FieldProps } from './field-frame.tsx'

/** Unix ms; null = open. */
export type DateRange = { from: number | null; to: number | null }

export type DateRangeFieldProps = FieldProps & {
  value: DateRange
  onChange: (value: DateRange) => void
  /** With the time of day, not only days. */
  time?: boolean
  clearable?: boolean
  /** Maximum length of the period. */
  days_max?: number
}

// The calendar is the heaviest part of the kit and loaded with the first range.
const Picker = lazy(() => import('./date-range-picker.tsx').then((module) => ({ default: module.DateRangePicker })))

/** A period of time in the viewer's zone. */
export function DateRangeField(props: DateRangeFieldProps) {
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <Suspense fallback={<span className={`${styles.box} ${styles.medium}`} />}>
          <Picker {...props} ids={ids} />
        </Suspense>
      )}
    </FieldFrame>
  )
}
