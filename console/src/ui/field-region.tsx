import { lazy, Suspense } from 'react'
import styles from './field.module.css'
import { FieldFrame, type FieldProps } from './field-frame.tsx'

// The names of all regions and the widget: fetched when the first such field is on the screen.
const Picker = lazy(() => import('./region-picker.tsx').then((part) => ({ default: part.RegionPicker })))
const ManyPicker = lazy(() => import('./region-picker.tsx').then((part) => ({ default: part.RegionsPicker })))

/** A province, city or county of China by its six-digit code (GB/T 2260), found by unfolding, by name or by code. */
export function RegionField(
  props: FieldProps & {
    value: string | null
    onChange: (code: string | null) => void
    /** How deep one must choose: a county, or any level. */
    depth?: 'any' | 'county'
  },
) {
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <Suspense fallback={<span className={`${styles.box} ${styles.medium}`} />}>
          <Picker ids={ids} {...props} />
        </Suspense>
      )}
    </FieldFrame>
  )
}

/** Several regions as tags; a whole province or city is one. */
export function MultiRegionField(
  props: FieldProps & { value: readonly string[]; onChange: (codes: string[]) => void },
) {
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <Suspense fallback={<span className={`${styles.box} ${styles.medium}`} />}>
          <ManyPicker ids={ids} {...props} />
        </Suspense>
      )}
    </FieldFrame>
  )
}
