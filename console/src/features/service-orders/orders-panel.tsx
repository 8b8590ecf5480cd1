import { api } from '@heatfleet/contract/api.ts'
import type { Order, OrderFilter } from '@heatfleet/contract/service-orders/row.ts'
import { Link } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { Age } from '../../ui/age.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PendingPanel } from '../../ui/pending-panel.tsx'
import { type PlainColumn, PlainTable } from '../../ui/plain-table.tsx'
import { NeverAny } from '../../ui/states.tsx'
import { OrderStateMark, RatingMark } from './order-marks.tsx'
import { ORDER_LIST, orderPath } from './order-paths.ts'
import css from './orders.module.css'

/** So many are shown here; the list has them all. */
const SHOWN = 20

/** The newest orders of a person, of a distributor and all below it, or of a unit, and the way to the others. */
export function OrdersPanel({
  of,
}: {
  of: Pick<OrderFilter, 'app_user_id'> | Pick<OrderFilter, 'under'> | Pick<OrderFilter, 'mac'>
}) {
  const t = useMessages('service-orders')
  const columns = useColumns()
  const { data, error, refetch } = useRead(api.orderList, { query: { pageNo: 1, size: SHOWN }, body: of })
  if (data === undefined)
    return (
      <PendingPanel title={t(($) => $.panel.title)} error={error} needs="order:view" onRetry={() => void refetch()} />
    )
  const query = Object.entries(of).map(([key, value]) => `${key}=${value}`)
  return (
    <Panel
      flush
      title={t(($) => $.panel.title)}
      note={
        data.total > 0 && (
          <Link className={css.link} to={`${ORDER_LIST}?${['tab=all', ...query].join('&')}`}>
            {t(($) => (data.more ? $.panel.more : $.panel.all), { count: data.total })}
          </Link>
        )
      }
    >
      <PlainTable
        label={t(($) => $.panel.title)}
        columns={columns}
        rows={data.list}
        keyOf={({ order_id }) => order_id}
        empty={<NeverAny title={t(($) => $.panel.none)} text={t(($) => $.panel.none_hint)} />}
      />
    </Panel>
  )
}

const useColumns = (): readonly PlainColumn<Order>[] => {
  const t = useMessages('service-orders')
  return [
    {
      key: 'order_id',
      title: t(($) => $.columns.order_id),
      cell: ({ order_id }) => (
        <Link className={css.link} to={orderPath(order_id)} aria-label={t(($) => $.detail, { id: order_id })}>
          {order_id}
        </Link>
      ),
    },
    {
      key: 'problem',
      title: t(($) => $.columns.problem),
      least_px: 180,
      cell: ({ type, problem }) => (
        <>
          {t(($) => $.types[type])}
          <div className={css.below}>{problem}</div>
        </>
      ),
    },
    {
      key: 'device',
      title: t(($) => $.columns.device),
      least_px: 140,
      cell: ({ mac, device_name }) => (
        <>
          <Link className={css.link} to={`/device/device-detail/${mac}`}>
            {device_name || mac}
          </Link>
          <div className={css.below}>{mac}</div>
        </>
      ),
    },
    { key: 'status', title: t(($) => $.columns.status), cell: ({ status }) => <OrderStateMark status={status} /> },
    { key: 'rating', title: t(($) => $.columns.rating), cell: ({ rating }) => <RatingMark rating={rating} /> },
    { key: 'time', title: t(($) => $.columns.feedback_time), cell: (row) => <Age at={row.feedback_time} /> },
    {
      key: 'reply',
      title: t(($) => $.columns.last_reply_time),
      cell: (row) => <Age at={row.last_reply_time} />,
    },
  ]
}
