import type { FaultCode } from '@heatfleet/contract/faults/codes.ts'
import { WORD_LANGUAGES, type WordLanguage, type Words } from '@heatfleet/contract/products/points.ts'
import type { FaultSeverity } from '@heatfleet/contract/products/settings.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import type { Tone } from '../../ui/status.tsx'

/** How loud a severity is shown. */
export const SEVERITY_TONES = {
  info: 'neutral',
  warning: 'warn',
  fault: 'bad',
  lockout: 'bad',
} as const satisfies Record<FaultSeverity, Tone>

/** A fault's name in the person's language, the English one where it has none. */
export const useFaultName = (): ((fault: Pick<FaultCode, 'names' | 'code'>) => string) => {
  const lang = useLanguage()
  return ({ names, code }) => names[lang] || names.en || code
}

/**
 * What is told of a fault, as its steps, in the person's language; else in English, else in whatever language it is known.
 * `lang` says which, so that a screen can tell that it is another.
 */
export const adviceStepsOf = (words: Words, own: WordLanguage): { lang: WordLanguage; steps: readonly string[] } => {
  const lang = ([own, ...WORD_LANGUAGES] as const).find((language) => words[language] !== '') ?? own
  const steps = words[lang].split(/[;；\n]/).map((step) => step.trim())
  return { lang, steps: [...new Set(steps)].filter((step) => step !== '') }
}

/** A category in words; one of an own entry as it was typed. */
export const useCategoryText = (): ((category: string) => string) => {
  const t = useMessages('faults')
  const names: Readonly<Record<string, string>> = t(($) => $.categories, { returnObjects: true })
  return (category) => names[category] ?? category
}
