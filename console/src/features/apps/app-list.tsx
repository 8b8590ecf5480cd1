import { api } from '@heatfleet/contract/api.ts'
import { APPLICATION_EXPORT_COLUMNS, type Application } from '@heatfleet/contract/apps/apps.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { FillAction } from '../../lists/fill-action.tsx'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { formatNumber, UNKNOWN } from '../../ui/format.ts'
import { KeyIcon, PlusIcon } from '../../ui/icons.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type PlainColumn, PlainTable } from '../../ui/plain-table.tsx'
import { SecretOnce } from '../../ui/secret-once.tsx'
import { ErrorState, Loading, NeverAny } from '../../ui/states.tsx'
import { StateChip } from '../../ui/status.tsx'
import { ExportButton } from '../exports/public.ts'
import { AppActions } from './app-actions.tsx'
import { AppForm, type FreshSecret } from './app-form.tsx'
import styles from './apps.module.css'
import { CurrentVersions } from './current-versions.tsx'

const INITIALLY_LISTED = APPLICATION_EXPORT_COLUMNS.filter((key) => key !== 'create_time')

/** The apps (product 3.33): keys, secrets shown once, disabled apps. There are only a few. */
export function Component() {
  const t = useMessages('apps')
  const apps = useRead(api.applicationList)
  const missing_permission = useMissingPermission('app:edit')
  /** The app in the form; `new` = not registered yet. */
  const [editing, setEditing] = useState<Application | 'new' | null>(null)
  const [secret, setSecret] = useState<FreshSecret | null>(null)
  const columns = useColumns(setEditing, setSecret)
  const create = (
    <Button kind="primary" icon={PlusIcon} disabledReason={missing_permission} onClick={() => setEditing('new')}>
      {t(($) => $.create)}
    </Button>
  )
  return (
    <Page
      title={t(($) => $.title)}
      note={apps.data === undefined ? undefined : t(($) => $.matching, { count: apps.data.total })}
      actions={
        <>
          <ExportButton
            kind="app-list"
            needs="app:view"
            filter={{}}
            columns={{ shown: INITIALLY_LISTED }}
            total={apps.data?.total ?? 0}
          />
          {create}
        </>
      }
    >
      <Panel flush>
        {apps.data !== undefined ? (
          <PlainTable
            label={t(($) => $.title)}
            columns={columns}
            rows={apps.data.list}
            keyOf={({ app_id }) => app_id}
            empty={
              <NeverAny
                icon={KeyIcon}
                title={t(($) => $.none)}
                text={t(($) => $.none_hint)}
                action={<FillAction needs="app:edit" label={t(($) => $.create)} onPress={() => setEditing('new')} />}
              />
            }
          />
        ) : apps.error === null ? (
          <Loading />
        ) : (
          <ErrorState error={apps.error} needs="app:view" onRetry={() => void apps.refetch()} />
        )}
      </Panel>
      {editing !== null && (
        <AppForm app={editing === 'new' ? null : editing} onSecret={setSecret} onClose={() => setEditing(null)} />
      )}
      {secret !== null && (
        <SecretOnce
          title={t(($) => $.secret_title, { name: secret.app_name })}
          text={t(($) => $.secret_text)}
          secret={secret.app_secret}
          onClose={() => setSecret(null)}
        />
      )}
    </Page>
  )
}

const useColumns = (
  onEdit: (app: Application) => void,
  onSecret: (secret: FreshSecret) => void,
): PlainColumn<Application>[] => {
  const t = useMessages('apps')
  const language = useLanguage()
  // Not translated: package names look like message keys.
  const text = (value: string) => <span translate="no">{value || UNKNOWN}</span>
  return [
    {
      key: 'app_name',
      title: `${t(($) => $.columns.app_name)} · ${t(($) => $.columns.english_name)}`,
      least_px: 130,
      cell: ({ app_name, english_name }) => (
        <>
          <span className={styles.name}>{app_name}</span>
          {english_name !== '' && english_name !== app_name && <div className={styles.below}>{english_name}</div>}
        </>
      ),
    },
    { key: 'app_key', title: t(($) => $.columns.app_key), cell: ({ app_key }) => <Identifier id={app_key} /> },
    {
      key: 'platforms',
      title: t(($) => $.columns.platforms),
      least_px: 92,
      cell: ({ platforms }) => platforms.map((platform) => t(($) => $.platforms[platform])).join(', ') || UNKNOWN,
    },
    {
      key: 'current_version',
      title: t(($) => $.columns.current_version),
      cell: (app) => <CurrentVersions app={app} />,
    },
    {
      key: 'package_name',
      title: `${t(($) => $.columns.package_name)} · ${t(($) => $.columns.enterprise)}`,
      least_px: 110,
      cell: ({ package_name, enterprise }) => (
        <>
          {text(package_name)}
          {enterprise !== '' && <div className={styles.below}>{enterprise}</div>}
        </>
      ),
    },
    {
      key: 'user_count',
      title: t(($) => $.columns.user_count),
      align: 'end',
      cell: ({ app_id, user_count }) => (
        <Link className={styles.link} to={`/app-user/app-user-list?app_id=${app_id}`}>
          {formatNumber(user_count, 0, language)}
        </Link>
      ),
    },
    {
      key: 'status',
      title: t(($) => $.columns.status),
      cell: ({ disabled }) => (
        <StateChip tone={disabled ? 'bad' : 'ok'} shape={disabled ? 'hollow' : 'filled'}>
          {disabled ? t(($) => $.status.off) : t(($) => $.status.on)}
        </StateChip>
      ),
    },
    {
      key: 'actions',
      title: t(($) => $.columns.actions),
      actions: true,
      cell: (app) => <AppActions app={app} onEdit={() => onEdit(app)} onSecret={onSecret} />,
    },
  ]
}
