import type { Permission, Resource, RightGroup } from '@heatfleet/contract/permissions.ts'
import i18next from 'i18next'
import type { Language } from './language-code.ts'
import { useLanguage, useWords } from './words.ts'

/** Words of the permission tree in the person's language: rights with their meaning, resources, groups. */
export type RightWords = {
  rights: Readonly<Record<Permission, { name: string; meaning: string }>>
  resources: Readonly<Record<Resource, string>>
  groups: Readonly<Record<RightGroup, string>>
}

/** Whole tables are copied word by word: once for each language, not for each button that needs a right. */
const tables = new Map<Language, RightWords>()

/** {@link RightWords}, as whole tables. */
export const useRightWords = (): RightWords => {
  const t = useWords('rights')
  const lang = useLanguage()
  const known = tables.get(lang)
  if (known !== undefined) return known
  const words = {
    rights: t(($) => $.rights, { returnObjects: true }),
    resources: t(($) => $.resources, { returnObjects: true }),
    groups: t(($) => $.groups, { returnObjects: true }),
  }
  tables.set(lang, words)
  return words
}

/** A right's name; its code on screens that come before the words of rights are fetched. */
export const useRightName = () => {
  const t = useWords('rights')
  const lang = useLanguage()
  return (permission: Permission): string =>
    i18next.hasResourceBundle(lang, 'rights') ? t(($) => $.rights[permission].name) : permission
}
