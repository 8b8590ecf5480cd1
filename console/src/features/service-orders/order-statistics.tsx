import type { OrderStatistics } from '@heatfleet/contract/service-orders/statistics.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { formatDuration, formatNumber, UNKNOWN } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import css from './orders.module.css'
import { CausesPanel, VolumePanel } from './statistics-charts.tsx'
import { DistributorsPanel, ProductsPanel } from './statistics-shares.tsx'
import { useStatistics } from './use-statistics.tsx'

/** How many orders there were, how soon they were answered and resolved, and what they came down to (product 3.36). */
export function Component() {
  const t = useMessages('service-orders')
  const of = useStatistics()
  const { data, error, refetch } = of.read
  return (
    <Page title={t(($) => $.statistics.title)} note={t(($) => $.statistics.note)}>
      <FilterBar fields={of.fields} onReset={of.reset} />
      {data === undefined ? (
        error === null ? (
          <Loading rows={12} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <Figures figures={data.figures} />
          <div className={css.panels}>
            <VolumePanel data={data} of={of} />
            <CausesPanel data={data} of={of} />
            <DistributorsPanel data={data} of={of} />
            <ProductsPanel data={data} of={of} />
          </div>
        </>
      )}
    </Page>
  )
}

function Figures({ figures }: Pick<OrderStatistics, 'figures'>) {
  const t = useMessages('service-orders')
  const lang = useLanguage()
  const count = (value: number) => formatNumber(value, 0, lang)
  const share = (part: number) =>
    figures.orders === 0 ? UNKNOWN : `${formatNumber((part / figures.orders) * 100, 0, lang)} %`
  const time = (ms: number | null) => (ms === null ? UNKNOWN : formatDuration(ms, lang))
  const within = (ms: number | null) => t(($) => $.statistics.first_reply_hint, { p90: time(ms) })
  return (
    <div className={css.kpis}>
      <Panel title={t(($) => $.statistics.orders)}>
        <div className={css.figure}>{count(figures.orders)}</div>
        <span className={css.by}>{t(($) => $.statistics.answered_of, { share: share(figures.answered) })}</span>
      </Panel>
      <Panel title={t(($) => $.statistics.first_reply)}>
        <div className={css.figure}>{time(figures.first_reply_median_ms)}</div>
        <span className={css.by}>{within(figures.first_reply_p90_ms)}</span>
      </Panel>
      <Panel title={t(($) => $.statistics.resolve)}>
        <div className={css.figure}>{time(figures.resolve_median_ms)}</div>
        <span className={css.by}>{within(figures.resolve_p90_ms)}</span>
      </Panel>
      <Panel title={t(($) => $.statistics.late)}>
        <div className={css.figure}>{share(figures.late)}</div>
        <div className={css.by}>{t(($) => $.statistics.late_hint)}</div>
        <div className={css.by}>{`${t(($) => $.statistics.escalated)}: ${count(figures.escalated)}`}</div>
      </Panel>
    </div>
  )
}
