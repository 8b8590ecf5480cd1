import type { AppUser, AppUserDetail } from '@heatfleet/contract/app-users/app-users.ts'
import { type Caller, maskPersonal } from '../../caller.ts'
import type { AppUserRow } from './store-list.ts'

/** An app user as a list row for this caller. */
export const toAppUser = (caller: Pick<Caller, 'permissions'>, row: AppUserRow): AppUser => {
  const { created_at, last_login_at, disabled, erased_at, remark: _, ...rest } = row
  return {
    ...rest,
    phone: maskPersonal(caller, row.phone),
    email: maskPersonal(caller, row.email),
    app_name: row.app_name ?? '',
    open_orders: caller.permissions.has('order:view') ? row.open_orders : null,
    // Written by markAppUser only, validated by the contract.
    marks: row.marks as AppUser['marks'],
    register_time: created_at.toISOString(),
    last_login_time: last_login_at?.toISOString() ?? null,
    status: erased_at !== null ? 'erased' : disabled ? 'disabled' : 'active',
  }
}

/** The same with the fields of the detail page. */
export const toAppUserDetail = (caller: Pick<Caller, 'permissions'>, row: AppUserRow): AppUserDetail => ({
  ...toAppUser(caller, row),
  remark: row.remark,
})

/** No permissions: the audit log outlives personal data and must not contain them. */
const NOBODY = { permissions: new Set<never>() }

/** Fields that staff or the user may change. */
const EDITED = [
  'nick_name',
  'phone',
  'email',
  'gender',
  'country',
  'region_text',
  'language',
  'remark',
  'marks',
] as const satisfies readonly (keyof AppUserRow)[]

/** Old and new values of changed fields for the audit entry; personal data always masked. */
export const changesOf = (before: AppUserRow, after: AppUserRow) => {
  const fields = EDITED.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
  const pick = (row: AppUserRow) => {
    const { marks, gender, country, language, phone, email, nick_name } = row
    const masked = {
      marks,
      gender,
      country,
      language,
      region_text: '***',
      remark: '***',
      phone: maskPersonal(NOBODY, phone),
      email: maskPersonal(NOBODY, email),
      nick_name: maskPersonal(NOBODY, nick_name),
    }
    return Object.fromEntries(fields.map((field) => [field, masked[field]]))
  }
  return { before: pick(before), after: pick(after) }
}
