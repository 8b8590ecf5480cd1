import { CHINA, COUNTRIES, IN_CHINA } from '@heatfleet/contract/countries.ts'
import type { Language } from '../messages/language-code.ts'

const CHOSEN = COUNTRIES.filter((code) => !IN_CHINA.has(code))

/** Name of a country in a language; the code itself where there is none. */
export const countryName = (code: string, lang: Language): string => {
  if (!/^[A-Z]{2}$/.test(code)) return code
  return new Intl.DisplayNames(lang, { type: 'region', fallback: 'code' }).of(code) ?? code
}

/** Every country with its name, China first, the others in the order of the language; see `IN_CHINA` for those left out. */
export const countries = (lang: Language): { value: string; label: string }[] => {
  const names = new Intl.DisplayNames(lang, { type: 'region' })
  const order = new Intl.Collator(lang)
  return CHOSEN.map((code) => ({ value: code, label: names.of(code) ?? code })).sort(
    (a, b) => Number(b.value === CHINA) - Number(a.value === CHINA) || order.compare(a.label, b.label),
  )
}
