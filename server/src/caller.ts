import type { DataScope, ScopedResource, ScopeOverrides } from '@heatfleet/contract/data-scope.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import type { Scope } from './platform/scope.ts'

/** The caller: current rights and scope of an account, read anew for each call. */
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
  /** Data scope of the role, before anything narrows it: the most that may be granted. */
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
  /** The account that impersonates this one, read-only; null = none. */
  viewer: { readonly uid: number; readonly user_name: string } | null
  /** What the caller must do before any other call; null = nothing. */
  must: 'change_password' | 'enrol_second_factor' | null
  /** The API token of the call; null = a user's session. */
  api_token_id: number | null
  /**
   * The token is narrowed to a distributor (`agent_id`): objects without a distributor are then neither visible nor
   * changeable, and notifications to the account are not visible.
   */
  narrowed: boolean
  /** The token's own limit; null = that of every token. */
  calls_per_minute: number | null
}

/** A registered app without a signed-in user. */
export type AppCaller = { kind: 'app'; app_id: number; app_name: string }

/** An end user, signed in to the app of the sign-up. Sees only bound devices. */
export type AppUserCaller = {
  kind: 'app-user'
  app_user_id: number
  app_id: number
  /** SHA-256 of the session's token. */
  session_hash: Buffer
}

/** A third party that the owner of a unit lets read its data, by a token bound to that unit. */
export type DataRecipient = { kind: 'data-recipient'; grant_id: number; device_id: number }

/** Masks personal data except its ends for callers without `pii:view`; empty stays empty. */
export const maskPersonal = (caller: Pick<Caller, 'permissions'>, text: string | null): string => {
  if (text === null || text === '') return ''
  if (caller.permissions.has('pii:view')) return text
  // By whole characters: half an emoji is no text, and the database takes none.
  const letters = Array.from(text)
  const at = letters.indexOf('@')
  const part = (from: number, to?: number): string => letters.slice(from, to).join('')
  if (at > 0) return `${part(0, 1)}***${part(at)}`
  return letters.length <= 4 ? '***' : `${part(0, 2)}***${part(-2)}`
}

/**
 * Scope of the organisations whose roles and groups the caller sees. A resource group narrows the visible fleet, not the
 * rows of the own organisation. A narrowed API token may be the manufacturer's: its account decides.
 */
export const organisationScope = ({
  scopes,
  agent_id,
  narrowed,
}: Pick<Caller, 'scopes' | 'agent_id' | 'narrowed'>): Scope =>
  agent_id === null || narrowed ? scopes.account : { ...scopes.account, group: null }
