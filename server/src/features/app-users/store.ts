import type { AppUserDraft, Consent, MARK_WAYS, Mark } from '@heatfleet/contract/app-users/app-users.ts'
import { type Kysely, sql } from 'kysely'
import { appUsersWithin, type Scope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { deleteBindingsOf } from '../bindings/public.ts'
import { eraseGrantTexts } from '../owner-data/public.ts'
import { eraseOrdersOf } from '../service-orders/public.ts'
import { deleteMessagesOf } from './store-messages.ts'

type Db = Kysely<Tables>

/** Changes an app user; returns which of phone and e-mail another user of the app has, null = changed. */
export const updateAppUser = (
  db: Db,
  app_user_id: number,
  change: Partial<Omit<AppUserDraft, 'reason'>> & { at: Date },
): Promise<'phone' | 'email' | null> =>
  db.transaction().execute(async (tx) => {
    const { at, ...values } = change
    const taken = await tx
      .selectFrom('app_users as other')
      .innerJoin('app_users as own', (join) => join.onRef('own.app_id', '=', 'other.app_id'))
      .select(sql<boolean>`coalesce(other.phone = ${values.phone ?? null}, false)`.as('is_phone'))
      .where('own.app_user_id', '=', app_user_id)
      .where('other.app_user_id', '<>', app_user_id)
      .where(
        sql<boolean>`(other.phone = ${values.phone ?? null} or lower(other.email) = ${values.email?.toLowerCase() ?? null})`,
      )
      .executeTakeFirst()
    if (taken !== undefined) return taken.is_phone ? 'phone' : 'email'
    await tx
      .updateTable('app_users')
      .set({ ...values, updated_at: at })
      .where('app_user_id', '=', app_user_id)
      .execute()
    return null
  })

/** Disables an app user and ends all sessions, or enables the user again. */
export const updateDisabled = (db: Db, app_user_id: number, disabled: boolean, at: Date): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await tx.updateTable('app_users').set({ disabled, updated_at: at }).where('app_user_id', '=', app_user_id).execute()
    if (disabled) await tx.deleteFrom('app_user_sessions').where('app_user_id', '=', app_user_id).execute()
  })

/** Sets the password of an app user and ends all sessions, within the caller's transaction. */
export const updatePasswordOf = async (
  trx: Db,
  app_user_id: number,
  { password_hash, at }: { password_hash: string; at: Date },
): Promise<void> => {
  await trx
    .updateTable('app_users')
    .set({ password_hash, updated_at: at })
    .where('app_user_id', '=', app_user_id)
    .execute()
  await trx.deleteFrom('app_user_sessions').where('app_user_id', '=', app_user_id).execute()
}

/** Changes the marks of an app user under a row lock; returns them before and after. */
export const changeUserMarks = (
  db: Db,
  app_user_id: number,
  { marks: named, how }: { marks: readonly Mark[]; how: (typeof MARK_WAYS)[number] },
  at: Date,
): Promise<{ before: string[]; after: string[] }> =>
  db.transaction().execute(async (tx) => {
    const user = tx.selectFrom('app_users').select('marks').where('app_user_id', '=', app_user_id)
    const { marks: before } = await user.forUpdate().executeTakeFirstOrThrow()
    const others = before.filter((mark) => !named.some((one) => one === mark))
    const after = [...new Set({ set: named, add: [...others, ...named], remove: others }[how])]
    await tx
      .updateTable('app_users')
      .set({ marks: after, updated_at: at })
      .where('app_user_id', '=', app_user_id)
      .execute()
    return { before, after }
  })

/** Erases personal data, sessions, bindings and consents; id and technical history stay. */
export const eraseAppUser = (
  db: Db,
  app_user_id: number,
  act: { at: Date; by_uid: number | null; reason: string },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await deleteBindingsOf(tx, app_user_id, act)
    await eraseGrantTexts(tx, app_user_id)
    await deleteMessagesOf(tx, app_user_id)
    await eraseOrdersOf(tx, app_user_id, act.at)
    await tx.deleteFrom('app_user_sessions').where('app_user_id', '=', app_user_id).execute()
    await tx.deleteFrom('app_user_log_ins').where('app_user_id', '=', app_user_id).execute()
    await tx
      .updateTable('app_user_consents')
      .set({ withdrawn_at: act.at })
      .where('app_user_id', '=', app_user_id)
      .where('withdrawn_at', 'is', null)
      .execute()
    await tx
      .updateTable('app_users')
      .set({
        nick_name: '',
        phone: null,
        email: null,
        password_hash: null,
        gender: 'unknown',
        country: '',
        region_text: '',
        language: '',
        remark: '',
        marks: [],
        app_version: '',
        platform: '',
        last_login_at: null,
        erased_at: act.at,
        updated_at: act.at,
      })
      .where('app_user_id', '=', app_user_id)
      .execute()
  })

/** Log-ins of an app user of the scope, newest first. */
export const listLogIns = async (
  db: Db,
  scope: Scope,
  query: { app_user_id: number; offset: number; limit: number },
) => {
  const own = db
    .selectFrom('app_user_log_ins')
    .innerJoin('app_users', 'app_users.app_user_id', 'app_user_log_ins.app_user_id')
    .where('app_user_log_ins.app_user_id', '=', query.app_user_id)
    .where(appUsersWithin(scope, 'app_users'))
  const { total } = await own.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const rows = await own
    .select([
      sql<number>`app_user_log_ins.log_in_id::int`.as('log_in_id'),
      'app_user_log_ins.at',
      'app_user_log_ins.address',
      'app_user_log_ins.app_version',
      'app_user_log_ins.phone_model',
      'app_user_log_ins.result',
    ])
    .orderBy('app_user_log_ins.at', 'desc')
    .orderBy('app_user_log_ins.log_in_id', 'desc')
    .offset(query.offset)
    .limit(query.limit)
    .execute()
  return { rows, total }
}

/** What an app user of the scope agreed to and withdrew, newest first. */
export const listConsents = (db: Db, scope: Scope, app_user_id: number) =>
  db
    .selectFrom('app_user_consents')
    .innerJoin('app_users', 'app_users.app_user_id', 'app_user_consents.app_user_id')
    .where('app_user_consents.app_user_id', '=', app_user_id)
    .where(appUsersWithin(scope, 'app_users'))
    .select([
      // Written by the app API only, which validates the name.
      sql<Consent>`app_user_consents.consent`.as('consent'),
      'app_user_consents.given_at',
      'app_user_consents.withdrawn_at',
    ])
    .orderBy('app_user_consents.given_at', 'desc')
    .orderBy('app_user_consents.consent')
    .execute()
