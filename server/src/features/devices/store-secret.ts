import type { Kysely } from 'kysely'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

/** What a log-in of a device is judged by; its secret is sealed. */
export type SealedLogin = { secret_sealed: Buffer; static_login: boolean }

/** Of one device in the scope; undefined = there is none. */
export const findSealedLogin = (db: Kysely<Tables>, scope: Scope, mac: string): Promise<SealedLogin | undefined> =>
  db
    .selectFrom('devices')
    .select(['secret_sealed', 'static_login'])
    .where('mac', '=', mac)
    .where(withinScope(scope, 'devices'))
    .executeTakeFirst()
