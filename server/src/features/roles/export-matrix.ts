import { PERMISSIONS } from '@heatfleet/contract/permissions.ts'
import type { AppContext } from '../../app-context.ts'
import type { ExportRow, ExportSource } from '../exports/public.ts'
import { listRoles, listRolesAfter, type RoleRow } from './store.ts'

/** The roles a person sees as a file: a line for each role, a column for each right. */
export const roleMatrixExport = ({ database: { db } }: Pick<AppContext, 'database'>): ExportSource<'role-matrix'> => ({
  needs: 'role:view',
  count: async (caller, { filter }) => (await listRoles(db, caller, filter, { pageNo: 1, size: 1 })).total,
  list: async (caller, { filter }, after, limit) => {
    const found = await listRolesAfter(db, caller, { filter, after: Number(after ?? 0), limit })
    return { rows: found.map(toExportRow), last: found.length < limit ? null : String(found.at(-1)?.role_id ?? '') }
  },
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
