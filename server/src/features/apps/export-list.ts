import type { AppContext } from '../../app-context.ts'
import { type ExportRow, type ExportSource, listSource } from '../exports/public.ts'
import { type ApplicationRow, listApplications } from './store.ts'

/** The list of apps as a file. Apps belong to the manufacturer: only the right decides visibility. */
export const appListExport = ({ database: { db } }: Pick<AppContext, 'database'>): ExportSource<'app-list'> =>
  listSource({
    needs: 'app:view',
    list: (_caller, { filter }, part) => listApplications(db, filter, part),
    keyOf: ({ app_id }) => app_id,
    toRows: (rows) => rows.map(toExportRow),
  })

const toExportRow = (app: ApplicationRow): ExportRow<'app-list'> => {
  const current = (of: (typeof app.platforms)[number]) =>
    app.current_versions.find(({ platform }) => platform === of)?.version ?? null
  return {
    app_name: app.app_name,
    english_name: app.english_name,
    app_key: app.app_key,
    platforms: app.platforms,
    current_ios: current('ios'),
    current_android: current('android'),
    current_harmony: current('harmony'),
    current_wechat: current('wechat'),
    package_name: app.package_name,
    enterprise: app.enterprise,
    user_count: app.user_count,
    status: app.disabled ? 'off' : 'on',
    create_time: app.created_at,
  }
}
