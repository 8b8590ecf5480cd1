import { maskPersonal } from '../../caller.ts'
import type { Changed } from './change.ts'
import type { AccountRow } from './store-list.ts'

/** Audited fields of an account: names instead of ids, personal data masked, never a secret. */
const AUDITED_FIELDS = {
  nick_name: (row) => row.nick_name,
  phone: (row) => maskPersonal(NO_PERMISSIONS, row.phone),
  email: (row) => maskPersonal(NO_PERMISSIONS, row.email),
  gender: (row) => row.gender,
  role_name: (row) => row.role_name,
  resource_group_name: (row) => row.resource_group_name,
  agent_name: (row) => row.agent_name,
  company: (row) => row.company,
  language: (row) => row.language,
  time_zone: (row) => row.time_zone,
  valid_until: (row) => row.valid_until?.toISOString() ?? null,
  remark: (row) => row.remark,
  disabled: (row) => row.disabled,
} as const satisfies Record<string, (row: AccountRow) => string | boolean | null>

/** Audit readers need not have the right to see personal data. */
const NO_PERMISSIONS = { permissions: new Set<never>() }

/** The changed fields, old and new, for the note of a change. */
export const changeNote = ({ before, after }: Changed) => {
  const changed = Object.entries(AUDITED_FIELDS).filter(([, of]) => of(before) !== of(after))
  return {
    object: `account ${after.uid}`,
    detail: {
      user_name: after.user_name,
      before: Object.fromEntries(changed.map(([name, of]) => [name, of(before)])),
      after: Object.fromEntries(changed.map(([name, of]) => [name, of(after)])),
    },
  }
}

/** The audited fields of a new account. */
export const creationNote = (row: AccountRow) => ({
  object: `account ${row.uid}`,
  detail: {
    user_name: row.user_name,
    after: Object.fromEntries(Object.entries(AUDITED_FIELDS).map(([name, of]) => [name, of(row)])),
  },
})
