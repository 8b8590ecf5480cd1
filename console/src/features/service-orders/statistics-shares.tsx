import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { usePermission } from '../../cloud/session.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useProductName } from '../../messages/product-name.ts'
import { type FigureColumn, FigurePanel } from '../../ui/figure-panel.tsx'
import { formatDuration, formatNumber, UNKNOWN } from '../../ui/format.ts'
import css from './orders.module.css'
import type { StatisticsProps } from './statistics-charts.tsx'

type Share = StatisticsProps['data']['distributors'][number] | StatisticsProps['data']['products'][number]
const HOUR_MS = 3_600_000

/** What each distributor or product has of the orders; of files the times are hours. */
const useShareColumns = <Row extends Share>(): FigureColumn<Row>[] => {
  const t = useMessages('service-orders')
  const lang = useLanguage()
  const counted = (key: 'orders' | 'unresolved' | 'late' | 'escalated'): FigureColumn<Row> => ({
    key,
    title: t(($) => $.statistics[key]),
    value: (row) => row[key],
    cell: (row) => formatNumber(row[key], 0, lang),
    align: 'end',
  })
  const timed = (
    key: 'first_reply_median_ms' | 'resolve_median_ms',
    name: 'median_reply' | 'median_resolve',
  ): FigureColumn<Row> => {
    const title = t(($) => $.statistics[name])
    return {
      key,
      title,
      value: (row) => {
        const ms = row[key]
        return ms === null ? null : t(($) => $.statistics.hours, { n: Math.round((ms / HOUR_MS) * 10) / 10 })
      },
      cell: (row) => {
        const ms = row[key]
        return ms === null ? UNKNOWN : formatDuration(ms, lang)
      },
      align: 'end',
    }
  }
  return [
    counted('orders'),
    counted('unresolved'),
    counted('late'),
    counted('escalated'),
    timed('first_reply_median_ms', 'median_reply'),
    timed('resolve_median_ms', 'median_resolve'),
  ]
}

const toList = (path: string | null, name: string): ReactNode =>
  path === null ? (
    name
  ) : (
    <Link className={css.link} to={path}>
      {name}
    </Link>
  )

/** Distributors directly below the one that is looked at, each with all below it. */
export function DistributorsPanel({ data: { distributors }, of: { listPath } }: StatisticsProps) {
  const t = useMessages('service-orders')
  const may_export = usePermission('order:export')
  const columns = useShareColumns<(typeof distributors)[number]>()
  const nameOf = ({ agent_name, below }: (typeof distributors)[number]) => {
    const name = agent_name || t(($) => $.canned.manufacturer)
    return below ? name : t(($) => $.statistics.own, { name })
  }
  return (
    <FigurePanel
      id="distributors"
      className={css.wide}
      title={t(($) => $.statistics.distributors)}
      columns={[
        {
          key: 'name',
          title: t(($) => $.statistics.distributor),
          value: nameOf,
          // The list knows a distributor with all below it alone.
          cell: (row) =>
            toList(row.below && row.agent_id !== null ? listPath({ under: row.agent_id }) : null, nameOf(row)),
        },
        ...columns,
      ]}
      rows={distributors}
      keyOf={({ agent_id, below }) => `${agent_id} ${below}`}
      empty={t(($) => $.statistics.none)}
      csvRefused={!may_export}
    />
  )
}

/** Products, those with most orders first. */
export function ProductsPanel({ data: { products }, of: { listPath } }: StatisticsProps) {
  const t = useMessages('service-orders')
  const may_export = usePermission('order:export')
  const productName = useProductName()
  const columns = useShareColumns<(typeof products)[number]>()
  const nameOf = (row: (typeof products)[number]) =>
    productName({ name: row.product_name, english_name: row.product_english_name })
  return (
    <FigurePanel
      id="products"
      className={css.wide}
      title={t(($) => $.statistics.products)}
      columns={[
        {
          key: 'name',
          title: t(($) => $.statistics.product),
          value: nameOf,
          cell: (row) => toList(listPath({ product_key: row.product_key }), nameOf(row)),
        },
        ...columns,
      ]}
      rows={products}
      keyOf={({ product_key }) => product_key}
      empty={t(($) => $.statistics.none)}
      csvRefused={!may_export}
    />
  )
}
