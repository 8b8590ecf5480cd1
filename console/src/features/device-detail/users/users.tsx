import { api } from '@heatfleet/contract/api.ts'
import type { RemoteConsent } from '@heatfleet/contract/devices/devices.ts'
import type { ResultOf } from '@heatfleet/contract/endpoint.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { appUserName } from '../../../bindings/app-user-name.ts'
import { ClaimDialog } from '../../../bindings/claim-dialog.tsx'
import { TransferDialog } from '../../../bindings/transfer-dialog.tsx'
import { useRead } from '../../../cloud/call.ts'
import { usePermission } from '../../../cloud/session.ts'
import { useMessages } from '../../../messages/messages.ts'
import { useMissingPermission } from '../../../messages/missing-permission.ts'
import { Age } from '../../../ui/age.tsx'
import { Button } from '../../../ui/button.tsx'
import { UNKNOWN } from '../../../ui/format.ts'
import { KeyIcon, UserIcon } from '../../../ui/icons.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { ErrorState, Loading, NeverAny, NoPermission } from '../../../ui/states.tsx'
import { StateChip } from '../../../ui/status.tsx'
import type { DeviceView } from '../device-view.ts'
import css from './users.module.css'

type Bound = ResultOf<typeof api.bindUserList>['list'][number]

/** App users of the device (product 3.12, 3.11): owner and shares, consent, claim code, transfer. */
export const Users = ({ view }: { view: DeviceView }) => {
  const may = usePermission('binding:view')
  if (!may)
    return (
      <Panel>
        <NoPermission permission="binding:view" />
      </Panel>
    )
  return <People view={view} />
}

const People = ({ view: { device } }: { view: DeviceView }) => {
  const t = useMessages('device-detail')
  const people = useRead(api.bindUserList, { query: { mac: device.mac } })
  const list = people.data?.list
  return (
    <Panel
      flush
      title={
        <span className={css.title}>
          {t(($) => $.users.title)} <ConsentMark consent={device.remote_consent} />
        </span>
      }
      note={<BindingActions mac={device.mac} name={device.device_name || device.mac} people={list ?? []} />}
    >
      {list !== undefined ? (
        <PeopleTable people={list} />
      ) : people.error === null ? (
        <Loading rows={3} />
      ) : (
        <ErrorState error={people.error} onRetry={() => void people.refetch()} />
      )}
    </Panel>
  )
}

const CONSENT_TONE = { given: 'ok', missing: 'warn', not_needed: 'neutral' } as const

const ConsentMark = ({ consent }: { consent: RemoteConsent }) => {
  const t = useMessages('bindings')
  return <StateChip tone={CONSENT_TONE[consent]}>{t(($) => $.consent[consent])}</StateChip>
}

const BindingActions = ({ mac, name, people }: { mac: string; name: string; people: readonly Bound[] }) => {
  const t = useMessages('device-detail')
  const bindings = useMessages('bindings')
  const [open, setOpen] = useState<'claim' | 'transfer' | null>(null)
  const missing_claim_permission = useMissingPermission('binding:bind')
  const missing_transfer_permission = useMissingPermission('binding:transfer')
  const owner = people.find(({ role }) => role === 'owner')
  const close = () => setOpen(null)
  return (
    <span className={css.actions}>
      <Button
        size="small"
        icon={UserIcon}
        disabledReason={missing_transfer_permission ?? (owner === undefined ? t(($) => $.users.no_owner) : undefined)}
        onClick={() => setOpen('transfer')}
      >
        {bindings(($) => $.transfer.action)}
      </Button>
      <Button size="small" icon={KeyIcon} disabledReason={missing_claim_permission} onClick={() => setOpen('claim')}>
        {bindings(($) => $.claim.action)}
      </Button>
      {open === 'claim' && <ClaimDialog mac={mac} name={name} onClose={close} />}
      {open === 'transfer' && owner !== undefined && (
        <TransferDialog mac={mac} name={name} owner={owner} onClose={close} />
      )}
    </span>
  )
}

const WAYS = ['scan', 'share', 'admin'] as const

const PeopleTable = ({ people }: { people: readonly Bound[] }) => {
  const t = useMessages('device-detail')
  const bindings = useMessages('bindings')
  const may_open = usePermission('appuser:view')
  const wayText = (way: string) => {
    const way_key = WAYS.find((one) => one === way)
    return way_key === undefined ? way : bindings(($) => $.ways[way_key])
  }
  return (
    <PlainTable<Bound>
      label={t(($) => $.users.title)}
      rows={people}
      keyOf={({ app_user_id }) => app_user_id}
      empty={<NeverAny icon={UserIcon} title={t(($) => $.users.none)} text={t(($) => $.users.none_hint)} />}
      columns={[
        {
          key: 'name',
          title: t(($) => $.users.name),
          cell: (person) =>
            may_open ? (
              <Link className={css.link} to={`/app-user/app-user-detail/${person.app_user_id}`}>
                {appUserName(person)}
              </Link>
            ) : (
              appUserName(person)
            ),
        },
        { key: 'role', title: t(($) => $.users.role), cell: ({ role }) => bindings(($) => $.roles[role]) },
        { key: 'phone', title: t(($) => $.users.phone), cell: ({ phone }) => phone || UNKNOWN },
        { key: 'email', title: t(($) => $.users.email), cell: ({ email }) => email || UNKNOWN },
        { key: 'way', title: t(($) => $.users.way), cell: ({ bind_way }) => wayText(bind_way) },
        { key: 'since', title: t(($) => $.users.since), cell: ({ bind_time }) => <Age at={bind_time} /> },
      ]}
    />
  )
}
