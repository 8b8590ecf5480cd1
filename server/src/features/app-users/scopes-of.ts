import type { Caller } from '../../caller.ts'
import type { UserScopes } from './store-list.ts'

/** Which people of the app a caller sees, and which of their units. */
export const scopesOf = (caller: Caller): UserScopes => ({ users: caller.scopes.appuser, devices: caller.scope })
