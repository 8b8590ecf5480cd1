import { api } from '@heatfleet/contract/api.ts'
import type { OwnershipEvent } from '@heatfleet/contract/devices/installation.ts'
import { Link } from 'react-router'
import { useRead } from '../../../cloud/call.ts'
import { usePermission } from '../../../cloud/session.ts'
import { useMessages } from '../../../messages/messages.ts'
import { Age } from '../../../ui/age.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { UNKNOWN } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { ErrorState, Loading, NeverAny } from '../../../ui/states.tsx'
import type { DeviceView } from '../device-view.ts'

/** Who had the unit when (product 3.12, tab 13): imports, shipments, bindings. */
export const Ownership = ({ view: { device } }: { view: DeviceView }) => {
  const t = useMessages('device-detail')
  const words = useMessages('devices')
  const sees_people = usePermission('appuser:view')
  const read = useRead(api.deviceOwnership, { query: { mac: device.mac } })
  const detailOf = (event: OwnershipEvent) => {
    if (event.kind === 'imported')
      return event.import_tag === ''
        ? t(($) => $.ownership.imports, { count: event.import_count })
        : `${event.import_tag} · ${t(($) => $.ownership.imports, { count: event.import_count })}`
    if ('receiver_name' in event) {
      const sender = event.sender_name || t(($) => $.ownership.manufacturer)
      return [`${sender} → ${event.receiver_name}`, event.batch_no, event.reason]
        .filter((part) => part !== '')
        .join(' · ')
    }
    const name = event.nick_name || UNKNOWN
    return (
      <>
        {sees_people ? <Link to={`/app-user/app-user-detail/${event.app_user_id}`}>{name}</Link> : name}
        {event.reason !== '' && ` · ${event.reason}`}
      </>
    )
  }
  return (
    <>
      <Panel title={t(($) => $.ownership.now)}>
        <Facts
          items={[
            {
              label: words(($) => $.columns.agent_name),
              value: device.agent_id === null ? words(($) => $.stock.yes) : device.agent_chain.join(' / '),
            },
            {
              label: words(($) => $.columns.active_status),
              value: words(($) => (device.active_status ? $.active.yes : $.active.no)),
            },
            { label: words(($) => $.columns.imported_user), value: device.imported_user },
          ]}
        />
      </Panel>
      <Panel flush title={t(($) => $.ownership.title)}>
        {read.data !== undefined ? (
          <PlainTable<OwnershipEvent>
            label={t(($) => $.ownership.title)}
            rows={read.data}
            keyOf={(event) => `${event.kind} ${event.at} ${detailKey(event)}`}
            empty={<NeverAny title={t(($) => $.ownership.none)} />}
            columns={[
              { key: 'at', title: t(($) => $.ownership.at), cell: ({ at }) => <Age at={at} /> },
              { key: 'kind', title: t(($) => $.ownership.what), cell: ({ kind }) => t(($) => $.ownership.kinds[kind]) },
              { key: 'detail', title: t(($) => $.ownership.detail), least_px: 200, cell: detailOf },
              {
                key: 'by',
                title: t(($) => $.ownership.by),
                cell: (event) => event.by || ('app_user_id' in event ? t(($) => $.ownership.app) : UNKNOWN),
              },
            ]}
          />
        ) : read.error === null ? (
          <Loading rows={3} />
        ) : (
          <ErrorState error={read.error} onRetry={() => void read.refetch()} />
        )}
      </Panel>
    </>
  )
}

const detailKey = (event: OwnershipEvent): string =>
  'batch_no' in event ? event.batch_no : 'app_user_id' in event ? String(event.app_user_id) : ''
