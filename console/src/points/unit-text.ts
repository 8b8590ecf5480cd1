import { unitName } from '@heatfleet/contract/unit-names.ts'
import type { Language } from '../messages/language-code.ts'

/** Units that are words, in the other languages; symbols are the same in all. */
const WORDS: Readonly<Record<string, Partial<Record<Language, string>>>> = {
  step: { zh: '步', pl: 'kroków' },
  'r/min': { zh: '转/分', pl: 'obr/min' },
}

/** The unit of a point as people of the language write it. */
export const unitText = (unit: string, language: Language): string => {
  const name = unitName(unit)
  return WORDS[name]?.[language] ?? name
}
