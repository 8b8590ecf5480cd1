import { api } from '@heatfleet/contract/api.ts'
import type { RequestOf, ResultOf } from '@heatfleet/contract/endpoint.ts'
import { Link } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { barsOption } from '../../ui/chart/bars-option.ts'
import { Chart } from '../../ui/chart/chart.tsx'
import { usePalette } from '../../ui/chart/palette.ts'
import { zoneInUse } from '../../ui/display.ts'
import { FigurePanel } from '../../ui/figure-panel.tsx'
import { formatMonth, formatNumber } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import css from './orders.module.css'

const HEIGHT_PX = 120

type Summary = ResultOf<typeof api.evaluationSummary>
type Filter = NonNullable<RequestOf<typeof api.evaluationList>['body']>

/** The ratings that match over the months, and what the dissatisfied among them write about. */
export function EvaluationInsights({ filter }: { filter: Filter }) {
  const { sort_by: _, sort_order: __, ...matching } = filter
  const { data } = useRead(
    api.evaluationSummary,
    { body: { ...matching, time_zone: zoneInUse() } },
    { placeholder: 'keep' },
  )
  return (
    <div className={css.insights}>
      <Trend trend={data?.trend ?? []} />
      <Words data={data} />
    </div>
  )
}

function Trend({ trend }: Pick<Summary, 'trend'>) {
  const t = useMessages('service-orders')
  const lang = useLanguage()
  const palette = usePalette()
  const number = (value: number) => formatNumber(value, 0, lang)
  const percent = (share: number) => `${formatNumber(share * 100, 0, lang)} %`
  const shareOf = ({ rated, satisfied }: Summary['trend'][number]) => (rated === 0 ? null : satisfied / rated)
  const months = trend.map(({ month }) => formatMonth(month, lang))
  const [rated, satisfied] = [t(($) => $.evaluations.rated), t(($) => $.evaluations.csat)]
  const option = barsOption({
    palette,
    places: months,
    bars: [{ name: rated, values: trend.map((one) => one.rated), faded: true }],
    line: { name: satisfied, values: trend.map(shareOf) },
    number,
    percent,
  })
  return (
    <FigurePanel
      id="rating-trend"
      title={t(($) => $.evaluations.trend)}
      columns={[
        { key: 'month', title: t(($) => $.evaluations.month), value: ({ month }) => month },
        { key: 'rated', title: rated, value: (row) => row.rated, align: 'end' },
        {
          key: 'satisfied',
          title: satisfied,
          value: (row) => row.satisfied,
          cell: (row) => percent(shareOf(row) ?? 0),
          align: 'end',
        },
      ]}
      rows={trend}
      keyOf={({ month }) => month}
      chart={<Chart option={option} height={HEIGHT_PX} label={t(($) => $.evaluations.trend)} />}
      empty={t(($) => $.evaluations.none)}
    />
  )
}

/** Words of complaints, each with the orders that have it. */
function Words({ data }: { data: Summary | undefined }) {
  const t = useMessages('service-orders')
  const lang = useLanguage()
  const { words = [], complaints = 0 } = data ?? {}
  return (
    <Panel
      title={t(($) => $.evaluations.words)}
      note={complaints === 0 ? undefined : t(($) => $.evaluations.words_hint, { count: complaints })}
    >
      {data !== undefined && words.length === 0 ? (
        <span className={css.by}>{t(($) => $.evaluations.words_none)}</span>
      ) : (
        <ul className={css.words} aria-label={t(($) => $.evaluations.words)}>
          {words.map(({ word, orders }) => (
            <li key={word}>
              <Link
                className={css.word}
                to={`/service/revisit?${new URLSearchParams({ rating: 'dissatisfied', comment: word })}`}
                title={t(($) => $.evaluations.word_show, { word })}
              >
                {word} <span className={css.muted}>{formatNumber(orders, 0, lang)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
