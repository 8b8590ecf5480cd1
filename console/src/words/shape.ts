import type { Language } from './language-code.ts'

/** Plural forms a language must have, beside English `_one` and `_other` (Unicode CLDR). */
type PluralForms = {
  en: 'one' | 'other'
  zh: 'other'
  pl: 'one' | 'few' | 'many' | 'other'
}

/**
 * The words of one feature in another language, typed by the English ones: a missing or a surplus key does not compile.
 * English plurals are keys ending in `_one` and `_other`; Polish needs `_one _few _many _other`, Chinese `_other` only.
 * `export const pl: Words<typeof en, 'pl'> = { … }`
 */
export type Words<English, Into extends Language> = {
  [Key in keyof English as Key extends `${infer Stem}_one` | `${infer Stem}_other`
    ? `${Stem}_${PluralForms[Into]}`
    : Key]: English[Key] extends string ? string : Words<English[Key], Into>
}
