import { CHINA, COUNTRIES, IN_CHINA } from '@heatfleet/contract/countries.ts'
import type { Language } from '../messages/language-code.ts'

const CHOSEN = COUNTRIES.filter((code) => !IN_CHINA.has(code))

/** The name of a country in a language; the code if unknown. */
export const countryName = (code: string, lang: Language): string => {
  if (!/^[A-Z]{2}$/.test(code)) return code
  return new Intl.DisplayNames(lang, { type: 'region', fallback: 'code' }).of(code) ?? code
}

/** Countries by name, China first, then in the language's order; see `IN_CHINA` for those left out. */
export const countries = (lang: Language): { value: string; label: string }[] => {
  const names = new Intl.DisplayNames(lang, { type: 'region' })
  const order = new Intl.Collator(lang)
  return CHOSEN.map((code) => ({ value: code, label: names.of(code) ?? code })).sort(
    (a, b) => Number(b.value === CHINA) - Number(a.value === CHINA) || order.compare(a.label, b.label),
  )
}
