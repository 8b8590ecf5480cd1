import type { Permission } from '@heatfleet/contract/permissions.ts'
import type { PasswordOwner } from '@heatfleet/contract/session/password-policy.ts'
import type { Kysely } from 'kysely'
import type { Caller } from '../../caller.ts'
import type { Tables } from '../../platform/tables.ts'
import type { LinkOwner } from './store.ts'

/** How owners of one kind are read, and their password is set. */
export type PasswordOwners = {
  /** The right to create a link for them. */
  needs: Permission
  /** Reads the owner for a caller that may reset the password; refuses as a reset would. */
  read: (caller: Caller, id: number) => Promise<{ name: string; disabled: boolean; person: PasswordOwner }>
  /** Sets the password and ends the owner's sessions, within the transaction that uses the link. */
  set: (trx: Kysely<Tables>, id: number, change: { password_hash: string; at: Date }) => Promise<void>
}

/** One for each kind of owner: a missing one does not compile. */
export type LinkSources = { readonly [Kind in LinkOwner['kind']]: PasswordOwners }
