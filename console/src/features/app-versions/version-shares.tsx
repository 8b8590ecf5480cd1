import { api } from '@heatfleet/contract/api.ts'
import { APP_PLATFORMS } from '@heatfleet/contract/app-users/app-users.ts'
import type { VersionShare } from '@heatfleet/contract/app-versions/app-versions.ts'
import { useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { SelectField } from '../../ui/field-select.tsx'
import { formatNumber, formatShare, UNKNOWN } from '../../ui/format.ts'
import { UsersIcon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PendingPanel } from '../../ui/pending-panel.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { NeverAny } from '../../ui/states.tsx'
import css from './app-versions.module.css'

/** Share of each version among an app's users, by their last sign-in; by default of the app with the most users. */
export function VersionShares(props: { app_id: number | undefined; onApp: (app_id: number | undefined) => void }) {
  const t = useMessages('app-versions')
  const app_texts = useMessages('apps')
  const apps = useRead(api.applicationList)
  if (apps.data === undefined)
    return (
      <PendingPanel
        title={t(($) => $.shares.title)}
        error={apps.error}
        needs="app:view"
        onRetry={() => void apps.refetch()}
      />
    )
  const app_id = props.app_id ?? apps.data.list.toSorted((a, b) => b.user_count - a.user_count)[0]?.app_id
  if (app_id === undefined) return <NeverAny title={app_texts(($) => $.none)} text={app_texts(($) => $.none_hint)} />
  return (
    <div className={css.stack}>
      <div className={css.choice}>
        <SelectField
          label={t(($) => $.columns.app_name)}
          search
          options={apps.data.list.map((app) => ({ value: app.app_id, label: app.app_name }))}
          value={app_id}
          onChange={props.onApp}
        />
      </div>
      <Shares app_id={app_id} />
    </div>
  )
}

function Shares({ app_id }: { app_id: number }) {
  const t = useMessages('app-versions')
  const app_texts = useMessages('apps')
  const language = useLanguage()
  const { data, error, refetch } = useRead(api.appVersionShares, { params: { id: app_id } })
  if (data === undefined)
    return (
      <PendingPanel
        title={t(($) => $.shares.title)}
        error={error}
        needs="appversion:view"
        onRetry={() => void refetch()}
      />
    )
  const platformOf = ({ platform }: VersionShare) => {
    const known = APP_PLATFORMS.find((one) => one === platform)
    return known === undefined ? UNKNOWN : app_texts(($) => $.platforms[known])
  }
  return (
    <Panel flush title={t(($) => $.shares.title)} note={t(($) => $.shares.of, { count: data.users })}>
      <PlainTable
        label={t(($) => $.shares.title)}
        rows={data.shares}
        keyOf={({ platform, version }) => `${platform} ${version}`}
        empty={<NeverAny icon={UsersIcon} title={t(($) => $.shares.none)} text={t(($) => $.shares.none_hint)} />}
        columns={[
          {
            key: 'version',
            title: t(($) => $.columns.version),
            cell: ({ version }) => (
              <b className={css.version} translate="no">
                {version || t(($) => $.shares.unsaid)}
              </b>
            ),
          },
          { key: 'platform', title: t(($) => $.columns.platform), cell: platformOf },
          {
            key: 'share',
            title: t(($) => $.shares.share),
            cell: ({ users }) => (
              <div className={css.share}>
                <div className={css.track}>
                  <div className={css.bar} style={{ width: `${(users / data.users) * 100}%` }} />
                </div>
                <span className={css.percent}>{formatShare(users, data.users, language)}</span>
              </div>
            ),
          },
          {
            key: 'users',
            title: t(($) => $.shares.users),
            align: 'end',
            cell: ({ users }) => formatNumber(users, 0, language),
          },
        ]}
      />
      {data.others > 0 && <p className={css.foot}>{t(($) => $.shares.others, { count: data.others })}</p>}
    </Panel>
  )
}
