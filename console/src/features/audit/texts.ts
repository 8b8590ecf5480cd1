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

/** Fields that hold an instant, ISO 8601. */
const TIMES = [
  'valid_until',
  'until',
  'from',
  'expires_time',
  'expires_at',
  'activated_at',
  'expiration_time',
  'activation_time',
  'import_time',
  'replaced_at',
  'seen_time',
  'signed_at',
  'visit_from',
  'visit_to',
] as const

type FieldTexts = {
  /** What a changed field is called; a point of a device has its own key as its name. */
  nameOf: (field: string) => string
  /** The text of a value that is a code; undefined leaves it as it is. */
  textOf: (field: string, value: unknown) => string | undefined
}

type Codes = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The texts of states, kinds and severities by field; entries about different objects share a field (`status`, `type`). */
const useCodes = (): Codes => {
  const orders = useMessages('service-orders')
  const alarms = useMessages('alarms')
  const iccids = useMessages('iccids')
  const versions = useMessages('app-versions')
  const rollouts = useMessages('rollouts')
  const exports_ = useMessages('exports')
  const bindings = useMessages('bindings')
  const policies = useMessages('notification-policies')
  const webhooks = useMessages('webhooks')
  const replacements = useMessages('replacements')
  const roles = useMessages('roles')
  const products = useMessages('products')
  return useMemo(() => {
    const order_states = orders(($) => $.states, { returnObjects: true })
    const card_states = iccids(($) => $.states, { returnObjects: true })
    const version_states = versions(($) => $.states, { returnObjects: true })
    const severities = alarms(($) => $.severities, { returnObjects: true })
    return {
      status: { ...version_states, ...card_states, ...order_states },
      state: {
        ...rollouts(($) => $.states, { returnObjects: true }),
        ...exports_(($) => $.states, { returnObjects: true }),
      },
      format: exports_(($) => $.formats, { returnObjects: true }),
      kind: {
        ...replacements(($) => $.kinds, { returnObjects: true }),
        ...exports_(($) => $.kinds, { returnObjects: true }),
      },
      category: products(($) => $.category, { returnObjects: true }),
      topology: products(($) => $.topology, { returnObjects: true }),
      data_type: products(($) => $.data_type, { returnObjects: true }),
      network_type: products(($) => $.network, { returnObjects: true }),
      platforms: products(($) => $.platform, { returnObjects: true }),
      level: roles(($) => $.level, { returnObjects: true }),
      priority: orders(($) => $.priorities, { returnObjects: true }),
      type: { ...alarms(($) => $.types, { returnObjects: true }), ...orders(($) => $.types, { returnObjects: true }) },
      alarm_types: alarms(($) => $.types, { returnObjects: true }),
      source: orders(($) => $.sources, { returnObjects: true }),
      cause: orders(($) => $.causes, { returnObjects: true }),
      rating: orders(($) => $.ratings, { returnObjects: true }),
      handling: alarms(($) => $.handlings, { returnObjects: true }),
      severity: severities,
      least: severities,
      update_type: versions(($) => $.types, { returnObjects: true }),
      role: bindings(($) => $.roles, { returnObjects: true }),
      events: {
        ...webhooks(($) => $.events, { returnObjects: true }),
        ...policies(($) => $.events, { returnObjects: true }),
      },
    }
  }, [
    orders,
    alarms,
    iccids,
    versions,
    rollouts,
    exports_,
    bindings,
    policies,
    webhooks,
    replacements,
    roles,
    products,
  ])
}

/** Names and values of changed fields in the person's language. */
export const useFieldTexts = (): FieldTexts => {
  const t = useMessages('audit')
  const accounts = useMessages('accounts')
  const appUsers = useMessages('app-users')
  const products = useMessages('products')
  const codes = useCodes()
  const language = useLanguage()
  const roleName = useRoleNameText()
  const regionName = useRegionName()
  const { rights } = useRightWords()
  return useMemo(() => {
    const names: Readonly<Record<string, string>> = {
      // Of the data points in the draft of a product.
      ...products(($) => $.points.fields, { returnObjects: true }),
      ...t(($) => $.field_names, { returnObjects: true }),
    }
    const coded: Codes = {
      ...codes,
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
      ...Object.fromEntries(TIMES.map((field) => [field, (time: string) => formatTime(time, language)])),
    }
    return {
      nameOf: (field) => names[field] ?? field,
      textOf: (field, value) =>
        typeof value === 'string' && value !== '' ? (coded[field]?.[value] ?? texts[field]?.(value)) : undefined,
    }
  }, [t, accounts, appUsers, products, codes, language, roleName, regionName, rights])
}
