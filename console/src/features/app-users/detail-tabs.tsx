import { api } from '@heatfleet/contract/api.ts'
import type { AppUserDetail } from '@heatfleet/contract/app-users/app-users.ts'
import type { BoundDevice } from '@heatfleet/contract/bindings/bindings.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { appUserName } from '../../bindings/app-user-name.ts'
import { useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { Age } from '../../ui/age.tsx'
import { formatTime, UNKNOWN } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { ErrorState, Loading, NeverAny } from '../../ui/states.tsx'
import { StateChip } from '../../ui/status.tsx'
import styles from './app-users.module.css'
import { BoundTable } from './bound-table.tsx'
import { devicePath, userPath } from './paths.ts'

type Props = { user: AppUserDetail }
type Read<Data> = { data: Data | undefined; error: unknown; refetch: () => unknown }

const pending = <Data,>(read: Read<Data>, draw: (data: Data) => ReactNode): ReactNode => {
  if (read.data !== undefined) return draw(read.data)
  return read.error === null ? <Loading /> : <ErrorState error={read.error} onRetry={() => void read.refetch()} />
}

export function DevicesTab({ user }: Props) {
  const devices = useRead(api.boundDevices, { params: { id: user.app_user_id } })
  return (
    <Panel flush>
      {pending(devices, (list) => (
        <BoundTable person={user} devices={list} />
      ))}
    </Panel>
  )
}

type Share = { device: BoundDevice; person: BoundDevice['shared_with'][number] }

/** Other app users of the same devices: those they are shared with, or their owner. */
export function SharesTab({ user }: Props) {
  const t = useMessages('app-users')
  const bindings = useMessages('bindings')
  const devices = useRead(api.boundDevices, { params: { id: user.app_user_id } })
  return (
    <Panel flush>
      {pending(devices, (list) => (
        <PlainTable<Share>
          label={t(($) => $.tabs.shares)}
          rows={list.flatMap((device) => device.shared_with.map((person) => ({ device, person })))}
          keyOf={({ device, person }) => `${device.mac} ${person.app_user_id}`}
          empty={<NeverAny title={t(($) => $.shares.none)} text={t(($) => $.shares.none_hint)} />}
          columns={[
            {
              key: 'device',
              title: t(($) => $.shares.device),
              cell: ({ device }) => (
                <Link className={styles.link} to={devicePath(device.mac)}>
                  {device.device_name || device.mac}
                </Link>
              ),
            },
            {
              key: 'person',
              title: t(($) => $.shares.person),
              cell: ({ person }) => (
                <Link className={styles.link} to={userPath(person.app_user_id)}>
                  {appUserName(person)}
                </Link>
              ),
            },
            {
              key: 'role',
              title: t(($) => $.shares.role),
              cell: ({ person }) => bindings(($) => $.roles[person.role]),
            },
            { key: 'since', title: t(($) => $.shares.since), cell: ({ person }) => <Age at={person.bind_time} /> },
          ]}
        />
      ))}
    </Panel>
  )
}

const LOG_INS_SHOWN = 50

/** The latest sign-ins of the app user. */
export function LogInsTab({ user }: Props) {
  const t = useMessages('app-users')
  const language = useLanguage()
  const log_ins = useRead(api.appUserLogIns, { params: { id: user.app_user_id }, query: { size: LOG_INS_SHOWN } })
  const result = (code: string) => {
    if (code === 'ok') return <StateChip tone="ok">{t(($) => $.log_ins.ok)}</StateChip>
    const text = code === 'account_or_password_error' ? t(($) => $.log_ins.failed) : t(($) => $.log_ins.refused)
    return <StateChip tone="warn">{text}</StateChip>
  }
  return (
    <Panel flush>
      {pending(log_ins, ({ list, total }) => (
        <>
          <PlainTable
            label={t(($) => $.tabs.log_ins)}
            rows={list}
            keyOf={({ log_in_id }) => log_in_id}
            empty={<NeverAny title={t(($) => $.log_ins.none)} />}
            columns={[
              { key: 'time', title: t(($) => $.log_ins.time), cell: ({ time }) => formatTime(time, language) },
              { key: 'result', title: t(($) => $.log_ins.result), cell: (row) => result(row.result) },
              { key: 'address', title: t(($) => $.log_ins.address), cell: ({ address }) => address || UNKNOWN },
              { key: 'phone', title: t(($) => $.log_ins.phone_model), cell: (row) => row.phone_model || UNKNOWN },
              { key: 'version', title: t(($) => $.log_ins.app_version), cell: (row) => row.app_version || UNKNOWN },
            ]}
          />
          {total > list.length && (
            <p className={styles.foot}>{t(($) => $.log_ins.newest, { count: list.length, total })}</p>
          )}
        </>
      ))}
    </Panel>
  )
}

/** Consents given and withdrawn. */
export function ConsentsTab({ user }: Props) {
  const t = useMessages('app-users')
  const language = useLanguage()
  const consents = useRead(api.appUserConsents, { params: { id: user.app_user_id } })
  return (
    <Panel flush>
      {pending(consents, (list) => (
        <PlainTable
          label={t(($) => $.tabs.consents)}
          rows={list}
          keyOf={({ consent, given_time }) => `${consent} ${given_time}`}
          empty={<NeverAny title={t(($) => $.consents.none)} />}
          columns={[
            { key: 'what', title: t(($) => $.consents.what), cell: (row) => t(($) => $.consents.names[row.consent]) },
            { key: 'given', title: t(($) => $.consents.given), cell: (row) => formatTime(row.given_time, language) },
            {
              key: 'withdrawn',
              title: t(($) => $.consents.withdrawn),
              cell: (row) => (row.withdrawn_time === null ? UNKNOWN : formatTime(row.withdrawn_time, language)),
            },
          ]}
        />
      ))}
    </Panel>
  )
}
