import type { Permission } from '@heatfleet/contract/permissions.ts'
import type { PasswordOwner } from '@heatfleet/contract/session/password-policy.ts'
import type { Kysely } from 'kysely'
import type { Caller } from '../../caller.ts'
import type { Tables } from '../../platform/tables.ts'
import type { LinkOwner } from './store.ts'

/** How the people of one kind are found, and get a password. */
export type PasswordOwners = {
  /** The right to hand them a link. */
  needs: Permission
  /** Who it is, for somebody who may give him a password; refuses as a reset would. */
  read: (caller: Caller, id: number) => Promise<{ name: string; disabled: boolean; person: PasswordOwner }>
  /** Sets his password and ends his sessions, within the transaction that spends the link. */
  set: (trx: Kysely<Tables>, id: number, change: { password_hash: string; at: Date }) => Promise<void>
}

/** One for each kind of people: a missing one does not compile. */
export type LinkSources = { readonly [Kind in LinkOwner['kind']]: PasswordOwners }
