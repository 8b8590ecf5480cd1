import type { Caller } from '../../caller.ts'
import type { UserScopes } from './store-list.ts'

/** The scopes for app users and for their devices. */
export const scopesOf = (caller: Caller): UserScopes => ({ users: caller.scopes.appuser, devices: caller.scope })
