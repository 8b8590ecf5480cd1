import { api } from '@heatfleet/contract/api.ts'
import { APP_PLATFORMS } from '@heatfleet/contract/app-users/app-users.ts'
import { type AppVersion, RELEASE_CHANNELS, UPDATE_TYPES } from '@heatfleet/contract/app-versions/app-versions.ts'
import { APP_VERSION_STATES } from '@heatfleet/contract/transitions.ts'
import { useRead } from '../../cloud/call.ts'
import { listOf } from '../../lists/list.ts'
import { useTexts } from '../../lists/texts.ts'
import { countryName } from '../../ui/countries.ts'
import { defaultParam } from '../../ui/filter-bar-params.ts'
import { DownloadIcon } from '../../ui/icons.tsx'
import css from './app-versions.module.css'
import { PackageFacts } from './package-facts.tsx'
import { StoreLink } from './store-link.tsx'
import { VersionActions } from './version-actions.tsx'
import type { Opening } from './version-drawer.tsx'
import { UpdateTypeMark, VersionState } from './version-marks.tsx'

export const TABS = ['versions', 'shares'] as const
const NOTE_LANGUAGES = ['en', 'zh', 'pl'] as const

const useApps = () =>
  (useRead(api.applicationList).data?.list ?? []).map(({ app_id, app_name }) => ({ value: app_id, label: app_name }))

const { list, column, filter } = listOf(
  api.appVersionList,
  'app-versions',
  ({ onForm }: { onForm: (opening: Opening) => void }) => ({ onForm, apps: useTexts('apps') }),
)

/** Versions of the apps (product 3.34), by app and platform, highest first: the server has no other order. */
export const versions = list({
  name: 'app-versions',
  needs: 'appversion:view',
  label: ({ t }) => t(($) => $.title),
  key: ({ version_id }) => String(version_id),
  title: ({ app_name, version }) => `${app_name} ${version}`,
  path: ({ version_id }, query) => {
    const opened = new URLSearchParams(query)
    opened.set('version', String(version_id))
    return `/user/app-manage?${opened}`
  },
  summary: ({ t }, count) => t(($) => $.matching, { count }),
  never: ({ t }) => ({ icon: DownloadIcon, title: t(($) => $.never_any), text: t(($) => $.never_any_hint) }),
  also: { tab: defaultParam(TABS, 'versions') },
  filters: {
    app_id: filter.numbered(useApps, { label: ({ t }) => t(($) => $.columns.app_name) }),
    platform: filter.choice(APP_PLATFORMS).text(({ apps }, code) => apps(($) => $.platforms[code])),
    status: filter.choice(APP_VERSION_STATES).text(({ t }, code) => t(($) => $.states[code])),
    update_type: filter.choice(UPDATE_TYPES).text(({ t }, code) => t(($) => $.types[code])),
    channel: filter.choice(RELEASE_CHANNELS).text(({ t }, code) => t(($) => $.channels[code])),
    time: filter.days('from', 'to'),
  },
  columns: {
    version: column.custom(
      96,
      ({ version }) => (
        <b className={css.version} translate="no">
          {version}
        </b>
      ),
      { fixed: 'start', always: true },
    ),
    app_name: column.text(140),
    platform: column.word(100, ({ apps }) => apps(($) => $.platforms, { returnObjects: true })),
    status: column.custom(116, ({ status }) => <VersionState state={status} />),
    update_type: column.custom(124, ({ update_type }) => <UpdateTypeMark type={update_type} />),
    staged_percent: column.number(96, { unit: '%' }),
    build: column.custom(96, ({ build }) => <span translate="no">{build}</span>, { align: 'end' }),
    min_os: column.text(124),
    minimum_version: column.text(196),
    languages: column.textOf(112, languagesOf, { exports: ['notes_en', 'notes_zh', 'notes_pl'] }),
    store_url: column.custom(124, ({ store_url }) => <StoreLink url={store_url} />),
    channel: column.word(100, ({ t }) => t(($) => $.channels, { returnObjects: true })),
    countries: column.textOf(140, ({ countries }, { t, lang }) =>
      countries.length === 0 ? t(($) => $.all_countries) : countries.map((code) => countryName(code, lang)).join(', '),
    ),
    package: column.custom(150, (version) => <PackageFacts version={version} />, {
      exports: ['package_name', 'package_size', 'package_sha256'],
    }),
    downloads: column.number(110),
    installs: column.number(110),
    publisher: column.text(110),
    time: column.ageOf(130, (version) => version.release_time ?? version.scheduled_time ?? version.create_time, {
      exports: ['create_time', 'scheduled_time', 'release_time'],
    }),
    actions: column.actions((version, { onForm }) => <VersionActions version={version} onForm={onForm} />),
  },
  export: { kind: 'app-version-list', needs: 'appversion:view' },
})

/** Languages of the release notes: `en, pl`. */
function languagesOf({ notes }: AppVersion): string {
  return NOTE_LANGUAGES.filter((language) => notes[language] !== '').join(', ')
}
