import type { FaultCode } from '@heatfleet/contract/fault-codes.ts'
import type { FaultSeverity } from '@heatfleet/contract/product-settings.ts'
import type { Tone } from '../ui/status.tsx'
import { useLanguage, useWords } from '../words/words.ts'

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

/** A category in words; one of an own entry as it was typed. */
export const useCategoryText = (): ((category: string) => string) => {
  const t = useWords('faults')
  const names: Readonly<Record<string, string>> = t(($) => $.categories, { returnObjects: true })
  return (category) => names[category] ?? category
}
