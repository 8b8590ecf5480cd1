import type { Account } from '@heatfleet/contract/accounts/row.ts'
import type { useMessages } from '../../messages/messages.ts'

/** Translator of these screens, passed to table cells so that they need no hook each. */
type AccountTexts = ReturnType<typeof useMessages<'accounts'>>

/** Data scope in one line: that of the role, and the resource group where it narrows it. */
export const scopeText = (t: AccountTexts, { data_scope, whole_fleet, resource_group_name }: Account): string =>
  whole_fleet
    ? t(($) => $.data_scopes[data_scope])
    : t(($) => $.scope_in_group, { scope: t(($) => $.data_scopes[data_scope]), group: resource_group_name })
