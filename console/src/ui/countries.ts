import type { Language } from '../words/language-code.ts'

/** ISO 3166-1 codes of countries; what GB/T 2260 names as regions of China is chosen there. */
const CODES =
  'AD AE AF AG AI AL AM AO AR AT AU AW AZ BA BB BD BE BF BG BH BI BJ BM BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CK CL CM CN CO CR CU CV CW CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HN HR HT HU ID IE IL IM IN IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MH MK ML MM MN MQ MR MS MT MU MV MW MX MY MZ NA NC NE NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SI SK SL SM SN SO SR SS ST SV SY SZ TC TD TG TH TJ TL TM TN TO TR TT TV TZ UA UG US UY UZ VA VC VE VG VI VN VU WS YE YT ZA ZM ZW'.split(
    ' ',
  )

/** Name of a country in a language; the code itself where there is none. */
export const countryName = (code: string, lang: Language): string => {
  if (!/^[A-Z]{2}$/.test(code)) return code
  return new Intl.DisplayNames(lang, { type: 'region', fallback: 'code' }).of(code) ?? code
}

/** Every country with its name, China first, the others in the order of the language. */
export const countries = (lang: Language): { value: string; label: string }[] => {
  const names = new Intl.DisplayNames(lang, { type: 'region' })
  const order = new Intl.Collator(lang)
  return CODES.map((code) => ({ value: code, label: names.of(code) ?? code })).sort(
    (a, b) => Number(b.value === 'CN') - Number(a.value === 'CN') || order.compare(a.label, b.label),
  )
}
