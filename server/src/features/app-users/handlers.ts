import type { AppUserChange } from '@heatfleet/contract/app-users/app-users.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { AppContext } from '../../app-context.ts'
import { type Caller, maskPersonal } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { EVERYTHING } from '../../platform/scope.ts'
import { scopesOf } from './scopes-of.ts'
import { changeUserMarks, eraseAppUser, listConsents, listLogIns, updateAppUser, updateDisabled } from './store.ts'
import { type AppUserRow, findAppUser, listAppUsers } from './store-list.ts'
import { changesOf, toAppUser, toAppUserDetail } from './to-wire.ts'

type Deps = Pick<AppContext, 'database' | 'clock'>
type Names =
  | 'appUserList'
  | 'appUserInfo'
  | 'editAppUser'
  | 'disableAppUser'
  | 'markAppUser'
  | 'eraseAppUser'
  | 'appUserLogIns'
  | 'appUserConsents'

/** App users for staff. */
export const appUserHandlers = ({ database: { db }, clock }: Deps) => {
  const now = () => new Date(clock.now())
  const read = async (caller: Caller, app_user_id: number): Promise<AppUserRow> => {
    const row = await findAppUser(db, scopesOf(caller), app_user_id)
    if (row === null) throw new Refusal('app_user_not_found')
    return row
  }
  /** An erased app user cannot be changed. */
  const readLiving = async (caller: Caller, app_user_id: number): Promise<AppUserRow> => {
    const row = await read(caller, app_user_id)
    if (row.erased_at !== null) throw new Refusal('app_user_erased')
    return row
  }

  return {
    appUserList: async ({ query, body }, { caller }) => {
      const offset = (query.pageNo - 1) * query.size
      const sees_personal = caller.permissions.has('pii:view')
      const part = { offset, limit: query.size }
      const { rows, total } = await listAppUsers(db, scopesOf(caller), { filter: body, sees_personal }, part)
      return { list: rows.map((row) => toAppUser(caller, row)), total, pageNo: query.pageNo, size: query.size }
    },

    appUserInfo: async ({ params }, { caller }) => toAppUserDetail(caller, await read(caller, params.id)),

    editAppUser: async ({ params, body }, { caller, note }) => {
      const before = await readLiving(caller, params.id)
      note({ object: `app-user ${params.id}` })
      assertMayEdit(caller, before, body)
      const { reason, phone, email, ...others } = body
      const values = { ...others, ...(phone === undefined ? {} : { phone }), ...(email === undefined ? {} : { email }) }
      const taken = await updateAppUser(db, params.id, { ...values, at: now() })
      if (taken !== null) throw new Refusal('user_already_exists', { field: taken })
      const after = { ...before, ...values }
      note({ detail: { ...changesOf(before, after), ...(reason === undefined ? {} : { reason }) } })
      return toAppUserDetail(caller, after)
    },

    disableAppUser: async ({ params, body }, { caller, note }) => {
      const before = await readLiving(caller, params.id)
      await updateDisabled(db, params.id, body.disabled, now())
      const [old, fresh] = [{ disabled: before.disabled }, { disabled: body.disabled }]
      note({ object: `app-user ${params.id}`, detail: { before: old, after: fresh, reason: body.reason } })
      return toAppUserDetail(caller, { ...before, ...fresh })
    },

    markAppUser: async ({ params, body }, { caller, note }) => {
      const before = await readLiving(caller, params.id)
      const marks = await changeUserMarks(db, params.id, body, now())
      const after = { ...before, marks: marks.after }
      note({ object: `app-user ${params.id}`, detail: changesOf({ ...before, marks: marks.before }, after) })
      return toAppUserDetail(caller, after)
    },

    eraseAppUser: async ({ params, body }, { caller, note }) => {
      await readLiving(caller, params.id)
      note({ object: `app-user ${params.id}`, detail: { reason: body.reason } })
      if (body.confirm_id !== params.id) throw new Refusal('confirmation_mismatch', { field: 'confirm_id' })
      await eraseAppUser(db, params.id, { at: now(), by_uid: caller.uid, reason: body.reason })
      // Without a device the user is in the manufacturer's scope only; the answer is the erased record.
      const erased = await findAppUser(db, { users: EVERYTHING, devices: caller.scope }, params.id)
      if (erased === null) throw new Refusal('app_user_not_found')
      return toAppUserDetail(caller, erased)
    },

    appUserLogIns: async ({ params, query }, { caller }) => {
      await read(caller, params.id)
      const offset = (query.pageNo - 1) * query.size
      const listQuery = { app_user_id: params.id, offset, limit: query.size }
      const { rows, total } = await listLogIns(db, caller.scopes.appuser, listQuery)
      const list = rows.map(({ at, address, ...row }) => ({
        ...row,
        time: at.toISOString(),
        address: maskPersonal(caller, address),
      }))
      return { list, total, pageNo: query.pageNo, size: query.size }
    },

    appUserConsents: async ({ params }, { caller }) => {
      await read(caller, params.id)
      const rows = await listConsents(db, caller.scopes.appuser, params.id)
      return rows.map(({ consent, given_at, withdrawn_at }) => ({
        consent,
        given_time: given_at.toISOString(),
        withdrawn_time: withdrawn_at?.toISOString() ?? null,
      }))
    },
  } satisfies Pick<Handlers, Names>
}

/** Phone and e-mail are log-in names: changing them needs `pii:view` and a reason. One of the two must stay. */
const assertMayEdit = (caller: Caller, before: AppUserRow, draft: AppUserChange): void => {
  const phone = draft.phone === undefined ? before.phone : draft.phone
  const email = draft.email === undefined ? before.email : draft.email
  const changed = phone !== before.phone ? 'phone' : email !== before.email ? 'email' : null
  if ((draft.phone !== undefined || draft.email !== undefined) && !caller.permissions.has('pii:view'))
    throw new Refusal('no_permission', { field: draft.phone === undefined ? 'email' : 'phone' })
  if (phone === null && email === null) throw new Refusal('contact_required', { field: 'phone' })
  if (changed !== null && draft.reason === undefined) throw new Refusal('reason_required', { field: 'reason' })
}
