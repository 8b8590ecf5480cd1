import type { api } from '@heatfleet/contract/api.ts'
import type { ResultOf } from '@heatfleet/contract/endpoint.ts'
import {
  EVALUATED_BY,
  type EvaluatedBy,
  type EvaluationFigures,
  type EvaluationShare,
} from '@heatfleet/contract/service-orders/evaluations.ts'
import { RATINGS } from '@heatfleet/contract/service-orders/row.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { ListScreen } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useProductName } from '../../messages/product-name.ts'
import { Button } from '../../ui/button.tsx'
import { formatNumber, UNKNOWN } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { EvaluationInsights } from './evaluation-insights.tsx'
import { evaluations } from './list.tsx'
import css from './orders.module.css'

/** What people thought of the service (product 3.37): figures of all that match, and the orders they are of. */
export function Component() {
  const t = useMessages('service-orders')
  const list = useList(evaluations, undefined)
  const above = (
    <>
      <Figures data={list.read.data} />
      <EvaluationInsights filter={list.request.body ?? {}} />
    </>
  )
  return <ListScreen of={list} title={t(($) => $.evaluations.title)} above={above} />
}

const NO_FIGURES: EvaluationFigures = { resolved: 0, dissatisfied: 0, satisfied: 0, very_satisfied: 0, to_call: 0 }

/** Their place is kept while they are on their way. */
function Figures({ data }: { data: ResultOf<typeof api.evaluationList> | undefined }) {
  const t = useMessages('service-orders')
  const lang = useLanguage()
  const figures = data?.figures ?? NO_FIGURES
  const known = data !== undefined
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
      <Panel title={t(($) => $.evaluations.to_call)}>
        <div className={css.figure}>{known ? formatNumber(figures.to_call, 0, lang) : UNKNOWN}</div>
        <Link className={css.link} to="/service/revisit?to_call=yes">
          {t(($) => $.evaluations.to_call_show)}
        </Link>
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
      <Shares shares={data?.shares} />
    </div>
  )
}

/** Satisfaction by distributor, handler or product. */
function Shares({ shares }: { shares: ResultOf<typeof api.evaluationList>['shares'] | undefined }) {
  const t = useMessages('service-orders')
  const lang = useLanguage()
  const productName = useProductName()
  const [by, setBy] = useState<EvaluatedBy>('agent')
  const rows = shares?.[by] ?? []
  const nameOf = ({ name, english_name }: EvaluationShare) =>
    (by === 'product' ? productName({ name, english_name }) : name) || t(($) => $.evaluations.nobody[by])
  return (
    <Panel
      title={t(($) => $.evaluations.by)}
      note={EVALUATED_BY.map((one) => (
        <Button key={one} kind="link" size="small" aria-pressed={one === by} onClick={() => setBy(one)}>
          {t(($) => $.evaluations.divided[one])}
        </Button>
      ))}
    >
      {rows.length === 0 ? (
        <span className={css.by}>{UNKNOWN}</span>
      ) : (
        <dl className={css.bars}>
          {rows.map((row) => (
            <div key={nameOf(row)}>
              <dt>{nameOf(row)}</dt>
              <dd>
                {t(($) => $.evaluations.of, {
                  share: `${formatNumber((row.satisfied / row.rated) * 100, 0, lang)} %`,
                  count: row.rated,
                })}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  )
}
