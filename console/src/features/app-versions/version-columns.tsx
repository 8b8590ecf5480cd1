import type { AppVersion } from '@heatfleet/contract/app-versions/app-versions.ts'
import { Age } from '../../ui/age.tsx'
import type { Column } from '../../ui/data-table-columns.ts'
import { formatNumber, UNKNOWN } from '../../ui/format.ts'
import { actionsColumn } from '../../ui/row-actions.tsx'
import { useLanguage, useWords } from '../../words/words.ts'
import css from './app-versions.module.css'
import { StoreLink } from './store-link.tsx'
import { VersionActions } from './version-actions.tsx'
import type { Opening } from './version-drawer.tsx'
import { UpdateTypeMark, VersionState } from './version-marks.tsx'

const NOTE_LANGUAGES = ['en', 'zh', 'pl'] as const

/** In which languages something is told of it: `en, pl`. */
const languagesOf = ({ notes }: AppVersion): string =>
  NOTE_LANGUAGES.filter((language) => notes[language] !== '').join(', ')

/** Columns of the list in the order of product 3.34. */
export const useVersionColumns = (onForm: (opening: Opening) => void): readonly Column<AppVersion>[] => {
  const t = useWords('app-versions')
  const apps = useWords('apps')
  const language = useLanguage()
  const text = (
    key: 'app_name' | 'platform' | 'min_os' | 'minimum_version' | 'languages' | 'publisher',
    width_px: number,
    read: (version: AppVersion) => string,
  ): Column<AppVersion> => ({
    key,
    title: t(($) => $.columns[key]),
    width_px,
    cell: (version) => (
      // Names and numbers, not words.
      <span className={css.cut} title={read(version)} translate="no">
        {read(version) || UNKNOWN}
      </span>
    ),
    plain: read,
  })
  return [
    {
      key: 'version',
      title: t(($) => $.columns.version),
      width_px: 96,
      fixed: 'start',
      always: true,
      cell: ({ version }) => (
        <b className={css.version} translate="no">
          {version}
        </b>
      ),
      plain: ({ version }) => version,
    },
    text('app_name', 140, ({ app_name }) => app_name),
    text('platform', 100, ({ platform }) => apps(($) => $.platforms[platform])),
    {
      key: 'status',
      title: t(($) => $.columns.status),
      width_px: 116,
      cell: ({ status }) => <VersionState state={status} />,
      plain: ({ status }) => t(($) => $.states[status]),
    },
    {
      key: 'update_type',
      title: t(($) => $.columns.update_type),
      width_px: 124,
      cell: ({ update_type }) => <UpdateTypeMark type={update_type} />,
      plain: ({ update_type }) => t(($) => $.types[update_type]),
    },
    {
      key: 'staged_percent',
      title: t(($) => $.columns.staged_percent),
      width_px: 96,
      align: 'end',
      cell: ({ staged_percent }) => `${formatNumber(staged_percent, 0, language)} %`,
      plain: ({ staged_percent }) => staged_percent,
      unit: '%',
    },
    {
      key: 'build',
      title: t(($) => $.columns.build),
      width_px: 96,
      align: 'end',
      cell: ({ build }) => <span translate="no">{build}</span>,
      plain: ({ build }) => build,
    },
    text('min_os', 124, ({ min_os }) => min_os),
    text('minimum_version', 196, ({ minimum_version }) => minimum_version),
    text('languages', 112, languagesOf),
    {
      key: 'store_url',
      title: t(($) => $.columns.store_url),
      width_px: 124,
      cell: ({ store_url }) => <StoreLink url={store_url} />,
      plain: ({ store_url }) => store_url,
    },
    text('publisher', 110, ({ publisher }) => publisher),
    {
      key: 'time',
      title: t(($) => $.columns.time),
      width_px: 130,
      cell: ({ release_time, create_time }) => <Age at={release_time ?? create_time} />,
      plain: ({ release_time, create_time }) => release_time ?? create_time,
    },
    actionsColumn(
      t(($) => $.columns.actions),
      (version) => <VersionActions version={version} onForm={onForm} />,
    ),
  ]
}
