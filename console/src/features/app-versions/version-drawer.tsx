import { api } from '@heatfleet/contract/api.ts'
import type { AppVersion } from '@heatfleet/contract/app-versions/app-versions.ts'
import { useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { countryName } from '../../ui/countries.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { Facts } from '../../ui/facts.tsx'
import { parseNumber } from '../../ui/field-number.tsx'
import { formatNumber, formatTime } from '../../ui/format.ts'
import { ErrorState, Loading, NoMatch } from '../../ui/states.tsx'
import css from './app-versions.module.css'
import { PackagePanel } from './package-panel.tsx'
import { StoreLink } from './store-link.tsx'
import { VersionActions } from './version-actions.tsx'
import { UpdateTypeMark, VersionState } from './version-marks.tsx'

/** Initial values of the form: empty, copied from another version, or a draft. */
export type Opening = { how: 'new'; app_id: number | undefined } | { how: 'copy' | 'edit'; version: AppVersion }

const WIDTH_PX = 560
const NOTE_LANGUAGES = ['en', 'zh', 'pl'] as const

/** The details of one version. */
export function VersionDrawer(props: { opened: string; onForm: (opening: Opening) => void; onClose: () => void }) {
  const t = useMessages('app-versions')
  const ui = useMessages('ui')
  const version_id = parseNumber(props.opened) ?? 0
  const read = useRead(api.appVersionList, { query: { size: 1 }, body: { version_id } })
  const version = read.data?.list[0]
  return (
    <Drawer
      open
      width={WIDTH_PX}
      title={version === undefined ? t(($) => $.title) : `${version.app_name} ${version.version}`}
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={props.onClose}>{ui(($) => $.close)}</Button>
          {version !== undefined && (
            <VersionActions version={version} onForm={props.onForm} onGone={props.onClose} wide />
          )}
        </>
      }
    >
      {version !== undefined ? (
        <div className={css.stack}>
          <NotesByLanguage version={version} />
          <PackagePanel version={version} />
        </div>
      ) : read.error !== null ? (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      ) : read.data === undefined ? (
        <Loading />
      ) : (
        <NoMatch />
      )}
    </Drawer>
  )
}

function NotesByLanguage({ version }: { version: AppVersion }) {
  const t = useMessages('app-versions')
  const apps = useMessages('apps')
  const language = useLanguage()
  const number = (value: string | number) => (value === '' ? '' : <span translate="no">{value}</span>)
  return (
    <div className={css.stack}>
      <Facts
        least_px={150}
        items={[
          { label: t(($) => $.columns.status), value: <VersionState state={version.status} /> },
          { label: t(($) => $.columns.update_type), value: <UpdateTypeMark type={version.update_type} /> },
          {
            label: t(($) => $.columns.staged_percent),
            value: `${formatNumber(version.staged_percent, 0, language)} %`,
          },
          { label: t(($) => $.columns.platform), value: apps(($) => $.platforms[version.platform]) },
          { label: t(($) => $.columns.build), value: number(version.build) },
          { label: t(($) => $.columns.min_os), value: number(version.min_os) },
          { label: t(($) => $.columns.minimum_version), value: number(version.minimum_version) },
          { label: t(($) => $.columns.store_url), value: <StoreLink url={version.store_url} /> },
          { label: t(($) => $.columns.channel), value: t(($) => $.channels[version.channel]) },
          {
            label: t(($) => $.columns.countries),
            value:
              version.countries.length === 0
                ? t(($) => $.all_countries)
                : version.countries.map((code) => countryName(code, language)).join(', '),
          },
          { label: t(($) => $.columns.downloads), value: formatNumber(version.downloads, 0, language) },
          { label: t(($) => $.columns.installs), value: formatNumber(version.installs, 0, language) },
          { label: t(($) => $.columns.publisher), value: version.publisher },
          { label: t(($) => $.created), value: formatTime(version.create_time, language) },
          {
            label: t(($) => $.scheduled),
            value: version.scheduled_time === null ? '' : formatTime(version.scheduled_time, language),
          },
          {
            label: t(($) => $.released),
            value: version.release_time === null ? '' : formatTime(version.release_time, language),
          },
        ]}
      />
      <Facts
        items={NOTE_LANGUAGES.map((key) => ({
          label: t(($) => $.notes[key]),
          wide: true,
          value: version.notes[key] && (
            <p className={css.notes} lang={key}>
              {version.notes[key]}
            </p>
          ),
        }))}
      />
    </div>
  )
}
