import type { DataScope, ScopedResource, ScopeOverrides } from '@heatfleet/contract/data-scope.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import type { Scope } from './platform/scope.ts'

/** Who makes a call: rights of the role and reach of the account as they are now, asked anew at each call. */
export type Caller = {
  uid: number
  user_name: string
  nick_name: string
  permissions: ReadonlySet<Permission>
  /** Which devices, and all that belongs to devices. */
  scope: Scope
  /** The same for each resource, with the role's own data scope for it. */
  scopes: Readonly<Record<ScopedResource, Scope>>
  role_id: number
  /** Of the role, before anything narrows it: nobody grants more. */
  data_scope: DataScope
  /** The role's own data scopes for single resources. */
  scope_overrides: ScopeOverrides
  /** Null = the manufacturer. */
  agent_id: number | null
  /** '/' = the manufacturer. */
  agent_path: string
  resource_group_id: number
  /** SHA-256 of the session's token. */
  session_hash: Buffer
  /** Who looks through this account's eyes, read-only; null = the account itself. */
  viewer: { readonly uid: number; readonly user_name: string } | null
  /** What has to be done before anything else may be; null = nothing. */
  must: 'change_password' | 'enrol_second_factor' | null
  /** The token a program calls with; null = a person's session. */
  api_token_id: number | null
  /**
   * That token is narrowed to a distributor, whose number is `agent_id` then: what no distributor has is not the program's
   * to see or to change, and what is told to a person is not told to it.
   */
  narrowed: boolean
  /** The token's own limit; null = that of every token. */
  calls_per_minute: number | null
}

/** A registered app, where nobody has signed in to it yet. */
export type AppCaller = { kind: 'app'; app_id: number; app_name: string }

/** An end user, signed in to the app he signed up with. Sees what is bound to him, nothing else. */
export type AppUserCaller = {
  kind: 'app-user'
  app_user_id: number
  app_id: number
  /** SHA-256 of the session's token. */
  session_hash: Buffer
}

/** Hides all but the ends of personal data from those who hold no `pii:view`; empty stays empty. */
export const maskPersonal = (caller: Pick<Caller, 'permissions'>, text: string | null): string => {
  if (text === null || text === '') return ''
  if (caller.permissions.has('pii:view')) return text
  const at = text.indexOf('@')
  if (at > 0) return `${text.slice(0, 1)}***${text.slice(at)}`
  return text.length <= 4 ? '***' : `${text.slice(0, 2)}***${text.slice(-2)}`
}
