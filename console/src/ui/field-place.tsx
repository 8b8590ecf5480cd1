import { useMemo } from 'react'
import { useLanguage, useMessages } from '../messages/messages.ts'
import { countries } from './countries.ts'
import styles from './field-place.module.css'
import { RegionField } from './field-region.tsx'
import { SelectField } from './field-select.tsx'
import { TextField } from './field-text.tsx'

/** A location: in China a region by code, abroad a country (ISO 3166-1) and the region as text. */
export type Place = { country: string; region_code: string | null; region_text: string }

/** Country and region; changing the country clears the fields of the other kind. */
export function PlaceField(props: {
  value: Place
  onChange: (place: Place) => void
  required?: boolean
  disabled?: boolean
  /** Errors by part. */
  errors?: Partial<Record<keyof Place, string | undefined>>
}) {
  const t = useMessages('ui')
  const lang = useLanguage()
  const { value, onChange, errors = {}, required, disabled } = props
  const options = useMemo(() => countries(lang), [lang])
  return (
    <div className={styles.place}>
      <SelectField
        label={t(($) => $.region.country)}
        value={value.country === '' ? undefined : value.country}
        onChange={(country = '') => onChange({ country, region_code: null, region_text: '' })}
        options={options}
        search
        required={required}
        disabled={disabled}
        error={errors.country}
      />
      {value.country === 'CN' ? (
        <RegionField
          label={t(($) => $.region.label)}
          value={value.region_code}
          onChange={(region_code) => onChange({ ...value, region_code })}
          required={required}
          disabled={disabled}
          error={errors.region_code}
        />
      ) : (
        <TextField
          label={t(($) => $.region.label)}
          value={value.region_text}
          onChange={(region_text) => onChange({ ...value, region_text })}
          disabled={disabled}
          error={errors.region_text}
        />
      )}
    </div>
  )
}
