import type { EvaluationFigures } from '@heatfleet/contract/service-orders/evaluations.ts'
import { RATINGS } from '@heatfleet/contract/service-orders/row.ts'
import { ListScreen } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { formatNumber, UNKNOWN } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { evaluations } from './list.tsx'
import css from './orders.module.css'

/** What people thought of the service (product 3.37): figures of all that match, and the orders they are of. */
export function Component() {
  const t = useMessages('service-orders')
  const list = useList(evaluations, undefined)
  return (
    <ListScreen of={list} title={t(($) => $.evaluations.title)} above={<Figures figures={list.read.data?.figures} />} />
  )
}

const NO_FIGURES: EvaluationFigures = { resolved: 0, dissatisfied: 0, satisfied: 0, very_satisfied: 0 }

/** Their place is kept while they are on their way. */
function Figures(props: { figures: EvaluationFigures | undefined }) {
  const t = useMessages('service-orders')
  const lang = useLanguage()
  const { figures = NO_FIGURES } = props
  const known = props.figures !== undefined
  const rated = RATINGS.reduce((sum, rating) => sum + figures[rating], 0)
  const share = (part: number, whole: number) =>
    whole === 0 ? UNKNOWN : `${formatNumber((part / whole) * 100, 0, lang)} %`
  return (
    <div className={css.figures}>
      <Panel title={t(($) => $.evaluations.csat)}>
        <div className={css.figure}>{share(figures.satisfied + figures.very_satisfied, rated)}</div>
        <span className={css.by}>{known && t(($) => $.evaluations.csat_hint, { count: rated })}</span>
      </Panel>
      <Panel title={t(($) => $.evaluations.response)}>
        <div className={css.figure}>{share(rated, figures.resolved)}</div>
        <span className={css.by}>{known && t(($) => $.evaluations.response_hint, { count: figures.resolved })}</span>
      </Panel>
      <Panel title={t(($) => $.evaluations.ratings)}>
        <dl className={css.bars}>
          {RATINGS.toReversed().map((rating) => (
            <div key={rating}>
              <dt>{t(($) => $.ratings[rating])}</dt>
              <dd>
                {known
                  ? t(($) => $.evaluations.of, { share: share(figures[rating], rated), count: figures[rating] })
                  : UNKNOWN}
              </dd>
            </div>
          ))}
        </dl>
      </Panel>
    </div>
  )
}
