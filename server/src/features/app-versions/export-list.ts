import type { AppContext } from '../../app-context.ts'
import { type ExportRow, type ExportSource, listSource } from '../exports/public.ts'
import { listVersions, type VersionRow } from './store.ts'

/** The list of versions as a file. Versions belong to the manufacturer: only the right decides visibility; `installs` are people in scope. */
export const appVersionListExport = ({
  database: { db },
}: Pick<AppContext, 'database'>): ExportSource<'app-version-list'> =>
  listSource({
    needs: 'appversion:view',
    list: (caller, { filter }, part) => listVersions(db, caller.scopes.appuser, filter, part),
    keyOf: ({ version_id }) => version_id,
    toRows: (rows) => rows.map(toExportRow),
  })

const toExportRow = ({ notes, ...row }: VersionRow): ExportRow<'app-version-list'> => ({
  app_name: row.app_name,
  platform: row.platform,
  version: row.version,
  build: row.build,
  status: row.state,
  update_type: row.update_type,
  staged_percent: row.staged_percent,
  min_os: row.min_os,
  minimum_version: row.minimum_version,
  notes_en: notes.en,
  notes_zh: notes.zh,
  notes_pl: notes.pl,
  store_url: row.store_url,
  channel: row.channel,
  countries: row.countries.join(', '),
  package_name: row.package?.file_name ?? '',
  package_size: row.package?.size ?? null,
  package_sha256: row.package?.sha256 ?? '',
  downloads: row.downloads,
  installs: row.installs,
  publisher: row.publisher,
  create_time: row.created_at,
  scheduled_time: row.scheduled_at,
  release_time: row.released_at,
})
