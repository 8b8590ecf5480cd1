import { lazy, Suspense } from 'react'
import styles from './field.module.css'
import { FieldFrame, type FieldProps } from './field-frame.tsx'

// Region names and picker are loaded with the first such field.
const Picker = lazy(() => import('./region-picker.tsx').then((part) => ({ default: part.RegionPicker })))
const ManyPicker = lazy(() => import('./region-picker.tsx').then((part) => ({ default: part.RegionsPicker })))

/**
 * A province, city or county of China by its six-digit code (GB/T 2260), selected in the tree or by search for name or
 * code.
 */
export function RegionField(
  props: FieldProps & {
    value: string | null
    onChange: (code: string | null) => void
    /** Selectable levels: counties only, or any. */
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
