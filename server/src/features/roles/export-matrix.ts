import { PERMISSIONS } from '@heatfleet/contract/permissions.ts'
import type { AppContext } from '../../app-context.ts'
import { type ExportRow, type ExportSource, listSource } from '../exports/public.ts'
import { listRoles, type RoleRow } from './store.ts'

/** The roles a person sees as a file: a line for each role, a column for each right. */
export const roleMatrixExport = ({ database: { db } }: Pick<AppContext, 'database'>): ExportSource<'role-matrix'> =>
  listSource({
    needs: 'role:view',
    list: (caller, { filter }, part) => listRoles(db, caller, filter, part),
    keyOf: ({ role_id }) => role_id,
    toRows: (rows) => rows.map(toExportRow),
  })

const toExportRow = (role: RoleRow): ExportRow<'role-matrix'> => ({
  role_name: role.role_name,
  level: role.level,
  type: role.built_in ? 'built_in' : 'custom',
  // What "everything" is depends on the level.
  data_scope: `${role.level}:${role.data_scope}`,
  scope_overrides: Object.entries(role.scope_overrides).map(([of, scope]) => `${of}=${role.level}:${scope}`),
  accounts: role.account_count,
  requires_totp: role.requires_totp ? 'yes' : 'no',
  creator: role.built_in ? '' : role.creator,
  updated_at: role.updated_at,
  ...Object.fromEntries(PERMISSIONS.map((right) => [right, role.permissions.includes(right) ? 'yes' : ''])),
})
