import { Refusal } from '@heatfleet/contract/errors.ts'
import type { Permission, Resource, RightGroup } from '@heatfleet/contract/permissions.ts'
import i18next from 'i18next'
import type { Language } from './language-code.ts'
import { useLanguage, useMessages } from './messages.ts'

/** Texts of the permission tree in the person's language: rights with their meaning, resources, groups. */
export type RightWords = {
  rights: Readonly<Record<Permission, { name: string; meaning: string }>>
  resources: Readonly<Record<Resource, string>>
  groups: Readonly<Record<RightGroup, string>>
}

/** Whole tables are copied word by word: once for each language, not for each button that needs a right. */
const tables = new Map<Language, RightWords>()

/** {@link RightWords}, as whole tables. */
export const useRightWords = (): RightWords => {
  const t = useMessages('shared')
  const lang = useLanguage()
  const known = tables.get(lang)
  if (known !== undefined) return known
  const texts = {
    rights: t(($) => $.rights, { returnObjects: true }),
    resources: t(($) => $.resources, { returnObjects: true }),
    groups: t(($) => $.right_groups, { returnObjects: true }),
  }
  tables.set(lang, texts)
  return texts
}

/** A right's name; its code where the texts of rights are not loaded yet. */
export const useRightName = () => {
  const t = useMessages('shared')
  const lang = useLanguage()
  return (permission: Permission): string =>
    i18next.exists(`rights.${permission}.name`, { lng: lang, ns: 'shared' })
      ? t(($) => $.rights[permission].name)
      : permission
}

/** The right that a refusal of a call names; undefined of another failure, or of a right that this console does not know. */
export const useMissingRight = (): ((error: unknown) => Permission | undefined) => {
  const lang = useLanguage()
  const isNamed = (right: unknown): right is Permission =>
    typeof right === 'string' && i18next.exists(`rights.${right}.name`, { lng: lang, ns: 'shared' })
  return (error) => {
    const right = error instanceof Refusal && error.code === 'no_permission' ? error.details?.permission : undefined
    return isNamed(right) ? right : undefined
  }
}
