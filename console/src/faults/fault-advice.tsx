import { ADVICE_FIELDS, type FaultCode } from '@heatfleet/contract/faults/codes.ts'
import { LANGUAGE_NAMES } from '../messages/language-code.ts'
import { useLanguage, useMessages } from '../messages/messages.ts'
import { UNKNOWN } from '../ui/format.ts'
import { StateChip } from '../ui/status.tsx'
import { adviceOf } from './fault-words.ts'
import css from './knowledge.module.css'

/** Why a fault comes, what to look at and what to do, as steps; what is not known in the person's language says so. */
export function FaultAdvice({ fault }: { fault: Pick<FaultCode, (typeof ADVICE_FIELDS)[number]> }) {
  const t = useMessages('faults')
  const own = useLanguage()
  return ADVICE_FIELDS.map((field) => {
    const { lang, steps } = adviceOf(fault[field], own)
    return (
      <section key={field}>
        <h3 className={css.section}>
          {t(($) => $.fields[field])}
          {steps.length > 0 && lang !== own && <StateChip tone="neutral">{LANGUAGE_NAMES[lang]}</StateChip>}
        </h3>
        {steps.length === 0 ? (
          <p className={css.weak}>{UNKNOWN}</p>
        ) : (
          <ul className={css.steps} lang={lang}>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ul>
        )}
      </section>
    )
  })
}
