import type { OrderStatistics } from '@heatfleet/contract/service-orders/statistics.ts'
import { Link } from 'react-router'
import { usePermission } from '../../cloud/session.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { BarsLegend } from '../../ui/chart/bars-legend.tsx'
import { barsOption } from '../../ui/chart/bars-option.ts'
import { Chart } from '../../ui/chart/chart.tsx'
import { usePalette } from '../../ui/chart/palette.ts'
import { FigurePanel } from '../../ui/figure-panel.tsx'
import { dayTicks, formatDay, formatNumber } from '../../ui/format.ts'
import css from './orders.module.css'
import type { useStatistics } from './use-statistics.tsx'

const HEIGHT_PX = 240
const DAY_MS = 86_400_000
export type StatisticsProps = { data: OrderStatistics; of: ReturnType<typeof useStatistics> }

/** Orders that were reported and resolved, by day or week. */
export function VolumePanel({ data: { volume, figures }, of: { step, listPath } }: StatisticsProps) {
  const t = useMessages('service-orders')
  const lang = useLanguage()
  const palette = usePalette()
  const may_export = usePermission('order:export')
  const number = (value: number) => formatNumber(value, 0, lang)
  const [reported, resolved] = [t(($) => $.statistics.reported), t(($) => $.statistics.resolved)]
  const days = volume.map(({ day }) => day)
  const option = barsOption({
    palette,
    places: days.map((day) => formatDay(day, lang)),
    ticks: days.map(dayTicks(days, lang)),
    bars: [
      { name: reported, values: volume.map((one) => one.reported) },
      { name: resolved, values: volume.map((one) => one.resolved), faded: true },
    ],
    number,
    percent: String,
  })
  const last = (day: string) =>
    step === 'day' ? day : new Date(Date.parse(day) + 6 * DAY_MS).toISOString().slice(0, 10)
  return (
    <FigurePanel
      id="volume"
      className={css.wide}
      title={t(($) => $.statistics.volume)}
      columns={[
        {
          key: 'day',
          title: t(($) => (step === 'day' ? $.statistics.day : $.statistics.week)),
          value: ({ day }) => day,
          cell: ({ day }) => (
            <Link className={css.link} to={listPath({ feedback_from: day, feedback_to: last(day) })}>
              {formatDay(day, lang)}
            </Link>
          ),
        },
        {
          key: 'reported',
          title: reported,
          value: (row) => row.reported,
          cell: (row) => number(row.reported),
          align: 'end',
        },
        {
          key: 'resolved',
          title: resolved,
          value: (row) => row.resolved,
          cell: (row) => number(row.resolved),
          align: 'end',
        },
      ]}
      rows={figures.orders === 0 ? [] : volume}
      keyOf={({ day }) => day}
      chart={
        <>
          <BarsLegend
            items={[
              { name: reported, look: 'bar' },
              { name: resolved, look: 'pale' },
            ]}
          />
          <Chart
            option={option}
            height={HEIGHT_PX}
            label={t(($) => $.statistics.volume_label, { step: t(($) => $.statistics.step[step]) })}
          />
        </>
      }
      empty={t(($) => $.statistics.none)}
      footer={
        <Link className={css.link} to={listPath()}>
          {t(($) => $.statistics.open)}
        </Link>
      }
      csvRefused={!may_export}
    />
  )
}

/** What resolved orders came down to, the most frequent first, with the share that is added up. */
export function CausesPanel({ data: { causes }, of: { listPath } }: StatisticsProps) {
  const t = useMessages('service-orders')
  const lang = useLanguage()
  const palette = usePalette()
  const may_export = usePermission('order:export')
  const number = (value: number) => formatNumber(value, 0, lang)
  const percent = (share: number) => `${formatNumber(share * 100, 0, lang)} %`
  const total = causes.reduce((sum, { orders }) => sum + orders, 0)
  const rows = causes.map(({ cause, orders }, at) => ({
    cause,
    orders,
    name: cause === null ? t(($) => $.cause_unset) : t(($) => $.causes[cause]),
    share: orders / total,
    cumulative: causes.slice(0, at + 1).reduce((sum, one) => sum + one.orders, 0) / total,
  }))
  const title = t(($) => $.statistics.causes)
  return (
    <FigurePanel
      id="causes"
      className={css.wide}
      title={title}
      columns={[
        {
          key: 'cause',
          title: t(($) => $.statistics.cause),
          value: ({ name }) => name,
          cell: ({ cause, name }) => (
            <Link className={css.link} to={listPath({ tab: 'resolved', cause: cause ?? 'unset' })}>
              {name}
            </Link>
          ),
        },
        {
          key: 'orders',
          title: t(($) => $.statistics.orders),
          value: ({ orders }) => orders,
          cell: ({ orders }) => number(orders),
          align: 'end',
        },
        {
          key: 'share',
          title: t(($) => $.statistics.share),
          value: ({ share }) => share,
          cell: ({ share }) => percent(share),
          align: 'end',
        },
        {
          key: 'cumulative',
          title: t(($) => $.statistics.cumulative),
          value: ({ cumulative }) => cumulative,
          cell: ({ cumulative }) => percent(cumulative),
          align: 'end',
        },
      ]}
      rows={rows}
      keyOf={({ cause }) => cause ?? ''}
      chart={
        <>
          <BarsLegend
            items={[
              { name: t(($) => $.statistics.orders), look: 'bar' },
              { name: t(($) => $.statistics.cumulative), look: 'line' },
            ]}
          />
          <Chart
            option={barsOption({
              palette,
              places: rows.map(({ name }) => name),
              bars: [{ name: t(($) => $.statistics.orders), values: rows.map(({ orders }) => orders) }],
              line: { name: t(($) => $.statistics.cumulative), values: rows.map(({ cumulative }) => cumulative) },
              number,
              percent,
            })}
            height={HEIGHT_PX}
            label={t(($) => $.statistics.causes_label)}
          />
        </>
      }
      empty={t(($) => $.statistics.none)}
      csvRefused={!may_export}
    />
  )
}
