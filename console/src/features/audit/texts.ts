import type { Api, EndpointName } from '@heatfleet/contract/api.ts'
import { PERMISSIONS } from '@heatfleet/contract/permissions.ts'
import type { ClientMessage } from '@heatfleet/contract/push.ts'
import { useCallback, useMemo } from 'react'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useRightWords } from '../../messages/right-name.ts'
import { useRoleNameText } from '../../messages/role-name.ts'
import { countryName } from '../../ui/countries.ts'
import { formatTime } from '../../ui/format.ts'
import { useRegionName } from '../../ui/region-names.ts'

/** Calls that write an entry when they are done: all that change something, and all that give a file. */
type AuditedCall = {
  [Name in EndpointName]: Api[Name] extends { kind: 'change' } | { gives: 'file' } ? Name : never
}[EndpointName]
/** Every action of the log that must have a text; a refused read is shown by its own name. */
type AuditedAction = AuditedCall | Exclude<ClientMessage['cmd'], 'Authenticate'> | 'refusalsLeftOut'

/** The actions of the log by their texts; a call without one does not compile. */
export const useActionTexts = (): Readonly<Record<AuditedAction, string>> =>
  useMessages('shared')(($) => $.audit_actions, { returnObjects: true })

/** What an action is called. */
export const useActionText = (): ((action: string) => string) => {
  const t = useMessages('shared')
  return useMemo(() => {
    const actions: Readonly<Record<string, string>> = t(($) => $.audit_actions, { returnObjects: true })
    return (action) => actions[action] ?? action
  }, [t])
}

/** `role 3` in the person's language: `Role 3`; several ids are separated, an unknown noun stays as it is. */
export const useObjectText = (): ((object: string) => string) => {
  const t = useMessages('audit')
  return useMemo(() => {
    const nouns: Readonly<Record<string, string>> = t(($) => $.nouns, { returnObjects: true })
    return (object) => {
      const [noun = '', ...ids] = object.split(' ')
      const name = nouns[noun]
      return name === undefined ? object : `${name} ${ids.join(', ')}`.trimEnd()
    }
  }, [t])
}

/** Who did it: an account by its name, an app or an app user by noun and number, or the service itself. */
export const useActorText = (): ((user_name: string) => string) => {
  const objectText = useObjectText()
  return useCallback(
    (user_name) => (/^((app-user|application) \d+|service)$/.test(user_name) ? objectText(user_name) : user_name),
    [objectText],
  )
}

type FieldTexts = {
  /** What a changed field is called; a point of a device has its own key as its name. */
  nameOf: (field: string) => string
  /** The text of a value that is a code; undefined leaves it as it is. */
  textOf: (field: string, value: unknown) => string | undefined
}

/** Names and values of changed fields in the person's language. */
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
