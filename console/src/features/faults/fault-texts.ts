import type { FaultCode } from '@heatfleet/contract/faults/codes.ts'
import { WORD_LANGUAGES, type WordLanguage, type Words } from '@heatfleet/contract/products/points.ts'
import type { FaultSeverity } from '@heatfleet/contract/products/settings.ts'
import type { Language } from '../../messages/language-code.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import type { Tone } from '../../ui/status.tsx'

/** Tone of each severity. */
export const SEVERITY_TONES = {
  info: 'neutral',
  warning: 'warn',
  fault: 'bad',
  lockout: 'bad',
} as const satisfies Record<FaultSeverity, Tone>

type Named = Pick<FaultCode, 'names' | 'code'>
/** The name of a fault in a language, else in English. */
export const faultNameIn = ({ names, code }: Named, lang: Language): string => names[lang] || names.en || code

/** {@link faultNameIn} in the viewer's language. */
export const useFaultName = (): ((fault: Named) => string) => {
  const lang = useLanguage()
  return (fault) => faultNameIn(fault, lang)
}

/**
 * Steps of an advice text in the viewer's language; else in English, else in any language. `lang` is the language
 * found, so that another one can be labelled.
 */
export const adviceStepsOf = (texts: Words, own: WordLanguage): { lang: WordLanguage; steps: readonly string[] } => {
  const lang = ([own, ...WORD_LANGUAGES] as const).find((language) => texts[language] !== '') ?? own
  const steps = texts[lang].split(/[;；\n]/).map((step) => step.trim())
  return { lang, steps: [...new Set(steps)].filter((step) => step !== '') }
}

/** The name of a category; that of a custom entry as typed. */
export const useCategoryText = (): ((category: string) => string) => {
  const t = useMessages('faults')
  const names: Readonly<Record<string, string>> = t(($) => $.categories, { returnObjects: true })
  return (category) => names[category] ?? category
}

/** Register and bit, `7.0`; empty for a code identified by the number of a fault word. */
export const registerText = ({ register, bit }: Pick<FaultCode, 'register' | 'bit'>): string =>
  register === null ? '' : bit === null ? String(register) : `${register}.${bit}`
