import { api } from '@heatfleet/contract/api.ts'
import type { Shipment } from '@heatfleet/contract/shipments/shipments.ts'
import { Link } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { Age } from '../../ui/age.tsx'
import { formatNumber, UNKNOWN } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { PendingPanel } from '../../ui/pending-panel.tsx'
import { type PlainColumn, PlainTable } from '../../ui/plain-table.tsx'
import { NeverAny } from '../../ui/states.tsx'
import css from './distributors.module.css'

/** So many are shown here; the screen of shipments has them all. */
const SHOWN = 20
const PATH = '/device/device-saled'

/** The newest batches to a distributor and to those below it (product 3.28). */
export const ShipmentsTab = ({ agent_id }: { agent_id: number }) => {
  const t = useMessages('shipments')
  const columns = useColumns()
  const { data, error, refetch } = useRead(api.shipmentList, { query: { pageNo: 1, size: SHOWN }, body: { agent_id } })
  const title = t(($) => $.agent.title)
  if (data === undefined)
    return <PendingPanel title={title} error={error} needs="shipment:view" onRetry={() => void refetch()} />
  return (
    <Panel
      flush
      title={title}
      note={
        data.total > 0 && (
          <Link className={css.link} to={`${PATH}?tab=batches&agent_id=${agent_id}`}>
            {t(($) => $.agent.all, { count: data.total })}
          </Link>
        )
      }
    >
      <PlainTable
        label={title}
        columns={columns}
        rows={data.list}
        keyOf={({ shipment_id }) => shipment_id}
        empty={<NeverAny title={t(($) => $.agent.none)} text={t(($) => $.empty.batches_hint)} />}
      />
    </Panel>
  )
}

const useColumns = (): readonly PlainColumn<Shipment>[] => {
  const t = useMessages('shipments')
  const lang = useLanguage()
  const count = (
    key: 'device_count' | 'confirmed_count' | 'returned_count' | 'online_count',
  ): PlainColumn<Shipment> => ({
    key,
    title: t(($) => $.columns[key]),
    align: 'end',
    cell: (row) => formatNumber(row[key], 0, lang),
  })
  return [
    {
      key: 'batch_no',
      title: t(($) => $.columns.batch_no),
      cell: ({ batch_no }) => (
        <Link className={css.link} to={`${PATH}?tab=shipped&batch_no=${batch_no}`}>
          {batch_no}
        </Link>
      ),
    },
    {
      key: 'sender_name',
      title: t(($) => $.columns.sender_name),
      least_px: 110,
      cell: ({ sender_name }) => sender_name || UNKNOWN,
    },
    {
      key: 'receiver_name',
      title: t(($) => $.columns.receiver_name),
      least_px: 110,
      cell: ({ receiver_name }) => receiver_name,
    },
    count('device_count'),
    count('confirmed_count'),
    count('returned_count'),
    count('online_count'),
    { key: 'ship_time', title: t(($) => $.columns.ship_time), cell: ({ ship_time }) => <Age at={ship_time} /> },
    { key: 'order_no', title: t(($) => $.columns.order_no), cell: ({ order_no }) => order_no || UNKNOWN },
  ]
}
