import { api } from '@heatfleet/contract/api.ts'
import type { FleetPart } from '@heatfleet/contract/dashboard/statistics.ts'
import { Link } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { Age } from '../../ui/age.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { StateChip } from '../../ui/status.tsx'
import { orderListPath } from './fleet-part.ts'
import css from './front-page.module.css'

/** Orders shown; the list has them all. */
const SHOWN = 5

/** Open service orders, the first due first. */
export function OrdersPanel({ part, refresh_ms }: { part: FleetPart; refresh_ms: number }) {
  const t = useMessages('dashboard')
  const { agent_id: under, product_key } = part
  const { data, error, refetch } = useRead(
    api.orderList,
    {
      query: { pageNo: 1, size: SHOWN },
      body: { tab: 'unresolved', under, product_key, sort_by: 'due_time', sort_order: 'asc' },
    },
    { refetchInterval: refresh_ms, placeholder: 'keep' },
  )
  const title = t(($) => $.orders.title)
  return (
    <Panel
      title={title}
      note={
        data !== undefined &&
        data.total > 0 && (
          <Link to={orderListPath(part, 'unresolved')}>
            {t(($) => (data.more ? $.orders.more : $.orders.all), { count: data.total })}
          </Link>
        )
      }
    >
      {data === undefined ? (
        error === null ? (
          <Loading rows={5} />
        ) : (
          <ErrorState error={error} needs="order:view" onRetry={() => void refetch()} />
        )
      ) : data.list.length === 0 ? (
        <p className={css.weak}>{t(($) => $.orders.none)}</p>
      ) : (
        <ul className={css.orders} aria-label={title}>
          {data.list.map(({ order_id, mac, device_name, problem, answered_time, due_time, feedback_time }) => (
            <li key={order_id}>
              <Link to={`/service/order-detail/${order_id}`}>{device_name || mac}</Link>
              {answered_time === null && Date.parse(due_time) < Date.now() ? (
                <StateChip tone="bad" shape="triangle">
                  {t(($) => $.orders.overdue)}
                </StateChip>
              ) : (
                <span className={css.weak}>
                  <Age at={feedback_time} />
                </span>
              )}
              <span className={css.problem} title={problem}>
                {problem}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
