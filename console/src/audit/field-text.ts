import { PERMISSIONS } from '@heatfleet/contract/permissions.ts'
import { useMemo } from 'react'
import { useLanguage, useMessages } from '../messages/messages.ts'
import { useRightWords } from '../messages/right-name.ts'
import { useRoleNameText } from '../messages/role-name.ts'
import { countryName } from '../ui/countries.ts'
import { formatTime } from '../ui/format.ts'
import { useRegionName } from '../ui/region-names.ts'

export type FieldTexts = {
  /** What a changed field is called; a point of a device goes by its own key. */
  nameOf: (field: string) => string
  /** The words of a value that is a code; undefined leaves it as it is. */
  textOf: (field: string, value: unknown) => string | undefined
}

/** Names and values of the changes of the log in the person's words. */
export const useFieldTexts = (): FieldTexts => {
  const t = useMessages('audit')
  const accounts = useMessages('accounts')
  const appUsers = useMessages('app-users')
  const language = useLanguage()
  const roleName = useRoleNameText()
  const regionName = useRegionName()
  const { rights } = useRightWords()
  return useMemo(() => {
    const names: Readonly<Record<string, string>> = t(($) => $.field_names, { returnObjects: true })
    const coded: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      gender: accounts(($) => $.genders, { returnObjects: true }),
      data_scope: accounts(($) => $.data_scopes, { returnObjects: true }),
      language: accounts(($) => $.languages, { returnObjects: true }),
      marks: appUsers(($) => $.marks, { returnObjects: true }),
      permissions: Object.fromEntries(PERMISSIONS.map((right) => [right, rights[right].name])),
    }
    const texts: Readonly<Record<string, (value: string) => string>> = {
      role_name: roleName,
      region_code: regionName,
      region_codes: regionName,
      agency_area: regionName,
      country: (code) => countryName(code, language),
      valid_until: (time) => formatTime(time, language),
    }
    return {
      nameOf: (field) => names[field] ?? field,
      textOf: (field, value) =>
        typeof value === 'string' && value !== '' ? (coded[field]?.[value] ?? texts[field]?.(value)) : undefined,
    }
  }, [t, accounts, appUsers, language, roleName, regionName, rights])
}
