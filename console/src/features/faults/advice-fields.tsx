import { ADVICE_FIELDS, type AdviceField } from '@heatfleet/contract/faults/codes.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { WORD_LANGUAGES, type WordLanguage, type Words } from '@heatfleet/contract/products/points.ts'
import { useState } from 'react'
import { LANGUAGE_NAMES } from '../../messages/language-code.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { TextAreaField } from '../../ui/field.tsx'
import { QuickTabs } from '../../ui/tabs.tsx'
import type { Form } from '../../ui/use-form.ts'
import css from './faults.module.css'
import help from './knowledge.module.css'

type Advice = Record<AdviceField, Words>

/**
 * Causes, checks and remedies, one language at a time; the placeholder of an empty field is the fallback text shown to
 * readers of that language.
 */
export function AdviceFields({ form }: { form: Pick<Form<Advice>, 'values' | 'set' | 'error'> }) {
  const t = useMessages('faults')
  const [lang, setLang] = useState<WordLanguage>(useLanguage())
  const { values } = form
  const isTooLong = (field: AdviceField, language: WordLanguage) =>
    Array.from(values[field][language]).length > LIMITS.fault_text_max
  return (
    <section className={css.advice}>
      <h3 className={help.section}>{t(($) => $.advice)}</h3>
      <QuickTabs
        label={t(($) => $.advice)}
        value={lang}
        onChange={setLang}
        items={WORD_LANGUAGES.map((key) => ({
          key,
          label: LANGUAGE_NAMES[key],
          ...(ADVICE_FIELDS.some((field) => isTooLong(field, key)) ? { badge: '!' } : {}),
        }))}
      />
      {ADVICE_FIELDS.map((field) => (
        <TextAreaField
          key={field}
          label={t(($) => $.fields[field])}
          hint={field === 'causes' ? t(($) => $.steps_hint) : undefined}
          rows={3}
          maxLength={LIMITS.fault_text_max}
          placeholder={values[field].en}
          value={values[field][lang]}
          error={isTooLong(field, lang) ? form.error(field) : undefined}
          onChange={(text) => form.set(field, { ...values[field], [lang]: text })}
        />
      ))}
    </section>
  )
}
