import { LIMITS } from '@heatfleet/contract/limits.ts'
import { MapCircle } from '@heatfleet/contract/map/map-circle.ts'
import { useState } from 'react'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { NumberField } from '../../ui/field-number.tsx'
import { kmText } from '../../ui/map/map-circle-text.ts'
import css from './selection.module.css'

type FormProps = {
  /** What the map shows of it; what is typed is shown there at once. */
  circle: MapCircle
  onDraft: (circle: MapCircle) => void
  onSelect: (circle: MapCircle) => void
}

type Draft = { [Key in keyof MapCircle]: number | null }

/** Centre and radius of a circle as fields: the way of those who draw nothing with a pointer, or who know the numbers. */
export function CircleForm({ circle, onDraft, onSelect }: FormProps) {
  const t = useMessages('map')
  const lang = useLanguage()
  const [draft, setDraft] = useState<Draft>(circle)
  const checked = MapCircle.safeParse(draft)
  const broken = new Set(checked.success ? [] : checked.error.issues.map(({ path }) => path[0]))
  const change = (next: Partial<Draft>) => {
    const whole = { ...draft, ...next }
    setDraft(whole)
    const parsed = MapCircle.safeParse(whole)
    if (parsed.success) onDraft(parsed.data)
  }
  const range = (min: number, max: number) =>
    t(($) => $.circle.range, { min: kmText(min, lang), max: kmText(max, lang) })
  return (
    <form
      className={css.form}
      aria-label={t(($) => $.circle.draw)}
      onSubmit={(event) => {
        event.preventDefault()
        if (checked.success) onSelect(checked.data)
      }}
    >
      <p>{t(($) => $.circle.hint)}</p>
      <NumberField
        className={css.field}
        label={t(($) => $.circle.lat)}
        unit="°"
        decimals={4}
        step={0.01}
        min={-90}
        max={90}
        value={draft.lat}
        error={broken.has('lat') ? range(-90, 90) : undefined}
        onChange={(lat) => change({ lat })}
      />
      <NumberField
        className={css.field}
        label={t(($) => $.circle.lon)}
        unit="°"
        decimals={4}
        step={0.01}
        min={-180}
        max={180}
        value={draft.lon}
        error={broken.has('lon') ? range(-180, 180) : undefined}
        onChange={(lon) => change({ lon })}
      />
      <NumberField
        className={css.field}
        label={t(($) => $.circle.radius)}
        unit="km"
        decimals={draft.radius_km !== null && draft.radius_km < 10 ? 2 : 0}
        step={draft.radius_km !== null && draft.radius_km < 10 ? 0.5 : 5}
        min={LIMITS.map_circle_min_km}
        max={LIMITS.map_circle_max_km}
        value={draft.radius_km}
        error={broken.has('radius_km') ? range(LIMITS.map_circle_min_km, LIMITS.map_circle_max_km) : undefined}
        onChange={(radius_km) => change({ radius_km })}
      />
      <Button type="submit" kind="primary" disabled={!checked.success}>
        {t(($) => $.circle.select)}
      </Button>
    </form>
  )
}
