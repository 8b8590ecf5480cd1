import type { FaultCode } from '@heatfleet/contract/faults/codes.ts'
import { ADVICE_FIELDS } from '@heatfleet/contract/faults/codes.ts'
import { LANGUAGE_NAMES } from '../../messages/language-code.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { Facts } from '../../ui/facts.tsx'
import { UNKNOWN } from '../../ui/format.ts'
import { StateChip } from '../../ui/status.tsx'
import { adviceStepsOf } from './fault-texts.ts'
import css from './knowledge.module.css'

/** Causes, checks and remedies as steps; texts in another language than the viewer's are labelled. */
function FaultAdvice({ fault }: { fault: Pick<FaultCode, (typeof ADVICE_FIELDS)[number]> }) {
  const t = useMessages('faults')
  const own = useLanguage()
  return ADVICE_FIELDS.map((field) => {
    const { lang, steps } = adviceStepsOf(fault[field], own)
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

/** Causes, checks, remedies, parts and manual of a fault. */
export function FaultHelp({ fault }: { fault: FaultCode }) {
  const t = useMessages('faults')
  const { parts, manual_url } = fault
  const manual = (
    <a href={manual_url} target="_blank" rel="noopener noreferrer">
      {manual_url}
    </a>
  )
  // Most codes have neither: dashes would only push what follows down.
  const known = [
    ...(parts.length > 0 ? [{ label: t(($) => $.fields.parts), value: parts.join(', '), wide: true }] : []),
    ...(manual_url === '' ? [] : [{ label: t(($) => $.fields.manual_url), value: manual, wide: true }]),
  ]
  return (
    <>
      <FaultAdvice fault={fault} />
      {known.length > 0 && <Facts items={known} />}
    </>
  )
}

/** Source of the entry; nothing while it is not recorded. */
export function FaultSource({ source }: Pick<FaultCode, 'source'>) {
  const t = useMessages('faults')
  return source !== '' && <p className={css.weak}>{t(($) => $.source, { source })}</p>
}
