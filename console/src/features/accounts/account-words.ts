import type { Account } from '@heatfleet/contract/accounts/row.ts'
import type { useMessages } from '../../messages/messages.ts'

/** The words of these screens, handed to the cells so that each need not ask for them. */
export type AccountWords = ReturnType<typeof useMessages<'accounts'>>

/** What a person sees, in one line: the kind of rows of the role, and the group where it narrows. */
export const scopeText = (t: AccountWords, { data_scope, whole_fleet, resource_group_name }: Account): string =>
  whole_fleet
    ? t(($) => $.data_scopes[data_scope])
    : t(($) => $.scope_in_group, { scope: t(($) => $.data_scopes[data_scope]), group: resource_group_name })
