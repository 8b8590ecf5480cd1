import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { formatNumber } from '../../../ui/format.ts'
import { type Co2Factors, co2AvoidedKg } from './co2.ts'
import css from './efficiency-page.module.css'

const TONNE_KG = 1_000

type Co2Props = { heat_kwh: number; electricity_kwh: number; factors: Co2Factors }

/** CO₂ avoided by that heat. */
export function Co2Figure({ heat_kwh, electricity_kwh, factors }: Co2Props) {
  const t = useMessages('dashboard')
  const lang = useLanguage()
  const kg = co2AvoidedKg(heat_kwh, electricity_kwh, factors)
  const is_large = Math.abs(kg) >= TONNE_KG
  const text = is_large ? `${formatNumber(kg / TONNE_KG, 1, lang)} t` : `${formatNumber(kg, 0, lang)} kg`
  return <span>{`${t(($) => $.wall.co2.avoided)} ${text}`}</span>
}

/** How it is computed, by which factors, and where they come from. */
export function Co2Method({ factors: { heat_g, grid_g, source } }: Pick<Co2Props, 'factors'>) {
  const t = useMessages('dashboard')
  return (
    <p className={css.method}>
      {`${t(($) => $.wall.co2.method, { heat_g, grid_g })} ${source || t(($) => $.wall.co2.source_at_first)}`}
    </p>
  )
}
