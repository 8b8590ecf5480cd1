import type { Permission } from '@heatfleet/contract/permissions.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import { type ExportRow, type ExportSource, listSource } from '../exports/public.ts'
import { scopesOf } from './scopes-of.ts'
import { type AppUserRow, listAppUsers } from './store-list.ts'
import { toAppUser } from './to-wire.ts'

/** App users as a file: the filter of the list, in the order of their numbers. A file is masked without `pii:export`. */
export const appUserListExport = ({ database: { db } }: Pick<AppContext, 'database'>): ExportSource<'app-user-list'> =>
  listSource({
    needs: 'appuser:export',
    list: (caller, { filter }, part) =>
      listAppUsers(db, scopesOf(caller), { filter, sees_personal: caller.permissions.has('pii:view') }, part),
    keyOf: ({ app_user_id }) => app_user_id,
    toRows: (rows, caller) => {
      const viewer = caller.permissions.has('pii:export') ? caller : NOBODY
      const sees_orders = caller.permissions.has('order:view')
      return rows.map((row) => ({ ...toExportRow(viewer, row), open_orders: sees_orders ? row.open_orders : null }))
    },
  })

/** A caller without `pii:view`. */
const NOBODY = { permissions: new Set<Permission>() }

const toExportRow = (viewer: Pick<Caller, 'permissions'>, row: AppUserRow): ExportRow<'app-user-list'> => {
  const { region_text, app_name, marks, ...user } = toAppUser(viewer, row)
  return {
    nick_name: user.nick_name,
    app_user_id: user.app_user_id,
    phone: user.phone,
    email: user.email,
    country: user.country,
    region: region_text,
    language: user.language,
    app: app_name,
    app_version: user.app_version,
    platform: user.platform,
    owned_devices: user.owned_devices,
    shared_devices: user.shared_devices,
    register_time: row.created_at,
    last_login_time: row.last_login_at,
    status: user.status,
    marks: marks.join(', '),
  }
}
