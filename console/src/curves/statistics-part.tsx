import type { PointStatistics } from '@heatfleet/contract/history/statistics.ts'
import { useMessages } from '../messages/messages.ts'
import { boundsOf } from './curve-view.ts'
import { QueryState } from './query-state.tsx'
import type { PartProps } from './series-part.tsx'
import css from './statistics.module.css'
import { CounterFigures } from './statistics-counters.tsx'
import { QuantityFigures } from './statistics-quantities.tsx'
import { StateFigures } from './statistics-states.tsx'
import { useStatistics } from './use-statistics.ts'

/** Statistics of the chosen points: distribution of quantities, increase of counters, duration of states. */
export const StatisticsPart = ({ display_definition, styles_by_key, onChange, ...about }: PartProps) => {
  const t = useMessages('history')
  const { figures, answer: query } = useStatistics(about)
  const { from, to } = boundsOf(about.view, about.now)
  const named = figures.flatMap((one) => {
    const point = display_definition.get(one.key)
    return point === undefined ? [] : [{ point, figures: one }]
  })
  const of = <Kind extends PointStatistics['kind']>(kind: Kind) =>
    named.flatMap(({ point, figures: one }) => (isKind(one, kind) ? [{ point, figures: one }] : []))
  return (
    <QueryState
      {...about}
      query={query}
      is_empty={() => figures.every(({ last }) => last === null)}
      onChange={onChange}
    >
      {() => (
        <div className={css.figures}>
          <QuantityFigures rows={of('quantity')} styles_by_key={styles_by_key} period_ms={to - from} />
          <CounterFigures rows={of('counter')} styles_by_key={styles_by_key} />
          <StateFigures rows={of('state')} />
          <p className={css.note}>{t(($) => $.curves.figures_note)}</p>
        </div>
      )}
    </QueryState>
  )
}

const isKind = <Kind extends PointStatistics['kind']>(
  figures: PointStatistics,
  kind: Kind,
): figures is Extract<PointStatistics, { kind: Kind }> => figures.kind === kind
