import { type Kysely, sql } from 'kysely'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

/** Credentials of a device; the secret is encrypted. */
type SealedLogin = { secret_sealed: Buffer; static_login: boolean; replaced: boolean }

/** undefined = no such device within the scope. */
export const findSealedLogin = (db: Kysely<Tables>, scope: Scope, mac: string): Promise<SealedLogin | undefined> =>
  db
    .selectFrom('devices')
    .select(['secret_sealed', 'static_login', sql<boolean>`replaced_at is not null`.as('replaced')])
    .where('mac', '=', mac)
    .where(withinScope(scope, 'devices'))
    .executeTakeFirst()
