import { useState } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { NumberField } from '../../../ui/field-number.tsx'
import { TextField } from '../../../ui/field-text.tsx'
import { CO2_G_MAX, CO2_SOURCE_MAX, type Co2Factors } from './co2.ts'
import css from './wall-settings.module.css'

type FieldsProps = { factors: Co2Factors; onChange: (factors: Co2Factors) => void }

/** The factors of CO₂ avoided, which differ from grid to grid and from boiler to boiler. */
export function Co2Fields({ factors, onChange }: FieldsProps) {
  const t = useMessages('dashboard')
  return (
    <section className={css.links}>
      <h3>{t(($) => $.wall.co2.title)}</h3>
      <p>{t(($) => $.wall.co2.hint)}</p>
      <Factor
        label={t(($) => $.wall.co2.heat_g)}
        value={factors.heat_g}
        onChange={(heat_g) => onChange({ ...factors, heat_g })}
      />
      <Factor
        label={t(($) => $.wall.co2.grid_g)}
        value={factors.grid_g}
        onChange={(grid_g) => onChange({ ...factors, grid_g })}
      />
      <TextField
        label={t(($) => $.wall.co2.source)}
        placeholder={t(($) => $.wall.co2.source_at_first)}
        maxLength={CO2_SOURCE_MAX}
        value={factors.source}
        onChange={(source) => onChange({ ...factors, source })}
      />
    </section>
  )
}

function Factor({ label, value, onChange }: { label: string; value: number; onChange: (g: number) => void }) {
  const t = useMessages('dashboard')
  const [typed, setTyped] = useState<number | null>(value)
  const is_valid = (g: number | null): g is number => g !== null && Number.isInteger(g) && g >= 0 && g <= CO2_G_MAX
  return (
    <NumberField
      label={label}
      unit="g/kWh"
      min={0}
      max={CO2_G_MAX}
      value={typed}
      error={is_valid(typed) ? undefined : t(($) => $.wall.co2.range, { max: CO2_G_MAX })}
      onChange={(g) => {
        setTyped(g)
        if (is_valid(g)) onChange(g)
      }}
    />
  )
}
