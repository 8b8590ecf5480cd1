import type { Order } from '@heatfleet/contract/service-orders/row.ts'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useMessages } from '../../messages/messages.ts'
import { useProductName } from '../../messages/product-name.ts'
import { OrderStateMark, PriorityMark, RatingMark } from '../../orders/order-marks.tsx'
import { orderPath } from '../../orders/order-paths.ts'
import css from '../../orders/orders.module.css'
import { Age } from '../../ui/age.tsx'
import type { Column } from '../../ui/data-table-columns.ts'
import { UNKNOWN } from '../../ui/format.ts'

/** Columns that the screen of ratings shows first. */
const OF_EVALUATION: ReadonlySet<string> = new Set([
  'order_id',
  'respondent',
  'device_name',
  'problem',
  'handler',
  'resolved_time',
  'rating',
  'comment',
  'revisited_time',
])
/** Columns that the list of orders shows only when asked. */
const LATER: ReadonlySet<string> = new Set(['mac', 'source', 'resolved_time', 'comment', 'revisited_time'])

/** All columns of product 3.36 and 3.37 that have data. */
export const useOrderColumns = (screen: 'orders' | 'evaluations'): readonly Column<Order>[] => {
  const t = useMessages('service-orders')
  const productName = useProductName()
  return useMemo(() => {
    const titles = t(($) => $.columns, { returnObjects: true })
    const text = (key: keyof typeof titles, width_px: number, read: (row: Order) => string): Column<Order> => ({
      key,
      title: titles[key],
      width_px,
      cell: (row) => {
        const words = read(row)
        return words === '' ? (
          <span className={css.weak}>{UNKNOWN}</span>
        ) : (
          <span className={css.cut} title={words}>
            {words}
          </span>
        )
      },
      plain: read,
    })
    type Time = 'feedback_time' | 'last_reply_time' | 'resolved_time' | 'revisited_time'
    const time = (key: Time): Column<Order> => ({
      key,
      title: titles[key],
      width_px: 130,
      ...(key === 'revisited_time' ? {} : { sort_key: key }),
      cell: (row) => <Age at={row[key]} />,
      plain: (row) => row[key] ?? '',
    })
    const all: Column<Order>[] = [
      {
        key: 'order_id',
        title: titles.order_id,
        width_px: 84,
        fixed: 'start',
        always: true,
        cell: ({ order_id }) => (
          <Link className={css.link} to={orderPath(order_id)} aria-label={t(($) => $.detail, { id: order_id })}>
            {order_id}
          </Link>
        ),
        plain: ({ order_id }) => order_id,
      },
      time('feedback_time'),
      text(
        'respondent',
        128,
        ({ respondent, app_user_id }) => respondent || (app_user_id === null ? '' : `#${app_user_id}`),
      ),
      text('device_name', 150, ({ device_name, mac }) => device_name || mac),
      text('mac', 136, ({ mac }) => mac),
      text('product', 140, (row) => productName({ name: row.product_name, english_name: row.product_english_name })),
      text('agent_name', 140, ({ agent_name }) => agent_name),
      { ...text('problem', 240, ({ problem }) => problem), grows: true },
      {
        key: 'pictures',
        title: titles.pictures,
        width_px: 76,
        align: 'end',
        cell: ({ pictures }) => (pictures === 0 ? <span className={css.weak}>{UNKNOWN}</span> : pictures),
        plain: ({ pictures }) => pictures,
      },
      text('type', 92, ({ type }) => t(($) => $.types[type])),
      text('source', 110, ({ source }) => t(($) => $.sources[source])),
      {
        key: 'priority',
        title: titles.priority,
        width_px: 88,
        cell: ({ priority }) => <PriorityMark priority={priority} />,
        plain: ({ priority }) => t(($) => $.priorities[priority]),
      },
      text('handler', 136, ({ handler }) => handler),
      {
        key: 'status',
        title: titles.status,
        width_px: 112,
        cell: ({ status }) => <OrderStateMark status={status} />,
        plain: ({ status }) => t(($) => $.states[status]),
      },
      time('last_reply_time'),
      time('resolved_time'),
      {
        key: 'rating',
        title: titles.rating,
        width_px: 152,
        cell: ({ rating }) => <RatingMark rating={rating} />,
        plain: ({ rating }) => (rating === null ? '' : t(($) => $.ratings[rating])),
      },
      text('comment', 180, ({ comment }) => comment),
      time('revisited_time'),
    ]
    const isFirst = (key: string) => (screen === 'evaluations' ? OF_EVALUATION.has(key) : !LATER.has(key))
    return all.map((column) => (isFirst(column.key) ? column : { ...column, by_default: false }))
  }, [t, productName, screen])
}
