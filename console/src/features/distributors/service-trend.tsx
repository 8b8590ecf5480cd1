import type { ServiceMonth } from '@heatfleet/contract/distributors/agent-service.ts'
import { usePermission } from '../../cloud/session.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { BarsLegend } from '../../ui/chart/bars-legend.tsx'
import { barsOption } from '../../ui/chart/bars-option.ts'
import { Chart } from '../../ui/chart/chart.tsx'
import { usePalette } from '../../ui/chart/palette.ts'
import { type FigureColumn, FigurePanel } from '../../ui/figure-panel.tsx'
import { formatDuration, formatMonth, formatNumber, UNKNOWN } from '../../ui/format.ts'
import css from './distributors.module.css'

const HEIGHT_PX = 220
const HOUR_MS = 3_600_000
/** Days and hours, hours and minutes. */
const DURATION_PARTS = 2

const shareOf = ({ rated, satisfied }: ServiceMonth): number | null => (rated === 0 ? null : satisfied / rated)

/** How the service of a distributor went month by month: resolved orders with their ratings, and how long they took. */
export const ServiceTrend = ({ months }: { months: readonly ServiceMonth[] }) => {
  const t = useMessages('distributors')
  const lang = useLanguage()
  const palette = usePalette()
  const may_export = usePermission('order:export')
  const number = (value: number) => formatNumber(value, 0, lang)
  const percent = (share: number) => `${formatNumber(share * 100, 0, lang)} %`
  const hours = (value: number) => formatDuration(value * HOUR_MS, lang, DURATION_PARTS)
  const [resolved, satisfied, handling] = [
    t(($) => $.performance.resolved),
    t(($) => $.performance.satisfaction),
    t(($) => $.performance.handling),
  ]
  const places = months.map(({ month }) => formatMonth(month, lang))
  // Of a year in which nothing was resolved there is no curve.
  const rows = months.some(({ handled, rated }) => handled + rated > 0) ? months : []
  const month: FigureColumn<ServiceMonth> = {
    key: 'month',
    title: t(($) => $.performance.month),
    value: (row) => row.month,
    cell: (row) => formatMonth(row.month, lang),
  }
  const panel = { rows, keyOf: (row: ServiceMonth) => row.month, csvRefused: !may_export } as const
  const empty = t(($) => $.performance.none)
  return (
    <div className={css.trends}>
      <FigurePanel
        {...panel}
        id="served"
        title={t(($) => $.performance.trend)}
        empty={empty}
        columns={[
          month,
          {
            key: 'handled',
            title: resolved,
            value: ({ handled }) => handled,
            cell: ({ handled }) => number(handled),
            align: 'end',
          },
          {
            key: 'rated',
            title: t(($) => $.performance.ratings),
            value: ({ rated }) => rated,
            cell: ({ rated }) => number(rated),
            align: 'end',
          },
          {
            key: 'satisfied',
            title: satisfied,
            value: shareOf,
            cell: (row) => {
              const share = shareOf(row)
              return share === null ? UNKNOWN : percent(share)
            },
            align: 'end',
          },
        ]}
        chart={
          <>
            <BarsLegend
              items={[
                { name: resolved, look: 'bar' },
                { name: satisfied, look: 'line' },
              ]}
            />
            <Chart
              option={barsOption({
                palette,
                places,
                bars: [{ name: resolved, values: months.map(({ handled }) => handled) }],
                line: { name: satisfied, values: months.map(shareOf) },
                number,
                percent,
              })}
              height={HEIGHT_PX}
              label={t(($) => $.performance.trend_label)}
            />
          </>
        }
      />
      <FigurePanel
        {...panel}
        id="handling"
        title={t(($) => $.performance.handling_trend)}
        empty={empty}
        columns={[
          month,
          {
            key: 'handling_ms',
            title: handling,
            value: ({ handling_ms }) => handling_ms,
            cell: ({ handling_ms }) =>
              handling_ms === null ? UNKNOWN : formatDuration(handling_ms, lang, DURATION_PARTS),
            align: 'end',
          },
        ]}
        chart={
          <Chart
            option={barsOption({
              palette,
              places,
              bars: [
                {
                  name: handling,
                  values: months.map(({ handling_ms }) => (handling_ms === null ? null : handling_ms / HOUR_MS)),
                },
              ],
              number: hours,
              percent,
            })}
            height={HEIGHT_PX}
            label={t(($) => $.performance.handling_label)}
          />
        }
      />
    </div>
  )
}
