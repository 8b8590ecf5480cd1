import { lazy, Suspense } from 'react'
import styles from './field.module.css'
import { FieldFrame, type FieldProps } from './field-frame.tsx'

export type DateTimeFieldProps = FieldProps & {
  /** Unix ms; null = none. */
  value: number | null
  onChange: (value: number | null) => void
}

const Picker = lazy(() => import('./date-range-picker.tsx').then((module) => ({ default: module.DateTimePicker })))

/** A moment in the viewer's zone. */
export function DateTimeField(props: DateTimeFieldProps) {
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
