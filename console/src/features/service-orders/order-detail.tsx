import { api } from '@heatfleet/contract/api.ts'
import type { OrderDetail } from '@heatfleet/contract/service-orders/row.ts'
import { Link, useParams } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'
import { useMessages } from '../../messages/messages.ts'
import { useProductName } from '../../messages/product-name.ts'
import { MomentLink } from '../../points/moment-link.tsx'
import { Age } from '../../ui/age.tsx'
import { DetailPage, DetailPending } from '../../ui/detail-page.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { AlarmMark, OnlineMark } from '../../ui/status.tsx'
import { AlarmSummary } from '../alarms/public.ts'
import { Conversation } from './conversation.tsx'
import { Notes } from './notes.tsx'
import { OrderActions } from './order-actions.tsx'
import { EscalatedMark, OrderSlaMark, OrderStateMark, PriorityMark, RatingMark } from './order-marks.tsx'
import { ORDER_LIST } from './order-paths.ts'
import css from './orders.module.css'
import { VisitPanel } from './visit-panel.tsx'

/** One service order (product 3.36): the conversation, the unit it is about, and what staff noted. */
export function Component() {
  const t = useMessages('service-orders')
  const { order_id = '' } = useParams()
  const { data, error, refetch } = useRead(api.orderInfo, { params: { id: order_id } })
  if (data === undefined)
    return (
      <DetailPending
        title={t(($) => $.detail, { id: order_id })}
        error={error}
        onRetry={() => void refetch()}
        list={ORDER_LIST}
        needs="order:view"
      />
    )
  return (
    <DetailPage
      title={t(($) => $.detail, { id: data.order_id })}
      chips={
        <span className={css.marks}>
          <OrderStateMark status={data.status} />
          <EscalatedMark {...data} />
        </span>
      }
      identity={[t(($) => $.types[data.type]), data.device_name || data.mac, data.agent_name]}
      actions={<OrderActions order={data} />}
    >
      <div className={css.split}>
        <div className={css.main}>
          <Conversation key={data.order_id} order={data} />
          <Notes key={-data.order_id} order={data} />
          {data.alarm_id !== null && (
            <div className={css.wide}>
              <AlarmPanel alarm_id={data.alarm_id} />
            </div>
          )}
        </div>
        <div className={css.stack}>
          <OrderFacts order={data} />
          <UnitPanel order={data} />
          <VisitPanel order={data} />
        </div>
      </div>
    </DetailPage>
  )
}

function OrderFacts({ order }: { order: OrderDetail }) {
  const t = useMessages('service-orders')
  const sees_people = usePermission('appuser:view')
  const { app_user_id, respondent, source } = order
  const name = respondent || (app_user_id === null ? '' : `#${app_user_id}`)
  const unseen = app_user_id === null && source === 'app' ? t(($) => $.unknown_person) : ''
  return (
    <Panel title={t(($) => $.columns.status)}>
      <Facts
        least_px={110}
        items={[
          {
            label: t(($) => $.columns.respondent),
            value:
              app_user_id !== null && sees_people ? (
                <Link to={`/app-user/app-user-detail/${app_user_id}`}>{name}</Link>
              ) : (
                name || unseen
              ),
          },
          {
            label: t(($) => $.columns.processed_by),
            value: order.processed_by || t(($) => $.processed_at[order.processed_at]),
          },
          { label: t(($) => $.columns.handler), value: order.handler || t(($) => $.nobody) },
          { label: t(($) => $.columns.priority), value: <PriorityMark priority={order.priority} /> },
          { label: t(($) => $.columns.source), value: t(($) => $.sources[source]) },
          {
            label: t(($) => $.columns.feedback_time),
            value: (
              <>
                <Age at={order.feedback_time} /> <MomentLink mac={order.mac} at={order.feedback_time} />
              </>
            ),
          },
          { label: t(($) => $.columns.due_time), value: <OrderSlaMark order={order} /> },
          { label: t(($) => $.columns.last_reply_time), value: <Age at={order.last_reply_time} /> },
          { label: t(($) => $.columns.resolved_time), value: <Age at={order.resolved_time} /> },
          { label: t(($) => $.columns.rating), value: <RatingMark rating={order.rating} /> },
          ...(order.comment === '' ? [] : [{ label: t(($) => $.columns.comment), value: order.comment, wide: true }]),
        ]}
      />
    </Panel>
  )
}

/** The unit the order is about, as it is now. */
function UnitPanel({ order: { mac, device_name, agent_name, ...order } }: { order: OrderDetail }) {
  const t = useMessages('service-orders')
  const productName = useProductName()
  const sees_devices = usePermission('device:view')
  const { data } = useRead(
    api.deviceList,
    { query: { pageNo: 1, size: 1 }, body: { macs: [mac] } },
    { enabled: sees_devices },
  )
  const unit = data?.list[0]
  const name = device_name || mac
  return (
    <Panel
      title={t(($) => $.device.title)}
      note={sees_devices && <Link to={`/device/device-detail/${mac}?tab=curves`}>{t(($) => $.device.curves)}</Link>}
    >
      <Facts
        least_px={110}
        items={[
          {
            label: t(($) => $.columns.device_name),
            value: sees_devices ? <Link to={`/device/device-detail/${mac}`}>{name}</Link> : name,
            wide: true,
          },
          { label: t(($) => $.columns.mac), value: <Identifier id={mac} />, wide: true },
          {
            label: t(($) => $.columns.product),
            value: productName({ name: order.product_name, english_name: order.product_english_name }),
          },
          { label: t(($) => $.device.distributor), value: agent_name },
          ...(unit === undefined
            ? []
            : [
                {
                  label: t(($) => $.device.online),
                  value: <OnlineMark state={unit.online_status} since={unit.last_offline_time} />,
                },
                {
                  label: t(($) => $.device.alarm),
                  value: <AlarmMark count={unit.alarm_count} keys={unit.alarm_keys} severity={unit.alarm_severity} />,
                },
              ]),
        ]}
      />
    </Panel>
  )
}

/** The alarm it was created from, with its snapshot. */
function AlarmPanel({ alarm_id }: { alarm_id: number }) {
  const t = useMessages('service-orders')
  const may_see = usePermission('alarm:view')
  const { data: alarm, error, refetch } = useRead(api.alarmInfo, { params: { id: alarm_id } }, { enabled: may_see })
  return (
    <Panel title={t(($) => $.alarm.title)} note={t(($) => $.alarm.from, { id: alarm_id })}>
      {alarm !== undefined ? (
        <AlarmSummary alarm={alarm} />
      ) : error === null && may_see ? (
        <Loading rows={4} />
      ) : (
        <ErrorState error={error} needs="alarm:view" onRetry={() => void refetch()} />
      )}
    </Panel>
  )
}
