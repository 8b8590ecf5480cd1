import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { CalculationFields } from './calculation-fields.tsx'
import { ComparisonFields } from './comparison-fields.tsx'
import { ConditionFields } from './condition-fields.tsx'
import { OrderFields } from './order-fields.tsx'
import css from './query.module.css'
import type { QueryDraft } from './query-draft.ts'
import { isAbout, refusedPath } from './refusal-place.ts'
import { TableFields } from './table-fields.tsx'

/** What every part of the builder gets: the query, how it is changed, and what is wrong at a path. */
export type PartProps = {
  draft: QueryDraft
  /** `push`: the step can be undone by going back. */
  onChange: (draft: QueryDraft, step?: 'push') => void
  errorAt: (path: string) => string | undefined
}

/** The parts of a query, each with its fields. */
export function QueryBuilder(props: Pick<PartProps, 'draft' | 'onChange'> & { error: unknown }) {
  const t = useMessages('data-query')
  const errorText = useErrorText()
  const { draft, onChange, error } = props
  const path = refusedPath(error)
  const errorAt = (part: string) => (isAbout(path, part) ? errorText(error).message : undefined)
  const part = { draft, onChange, errorAt }
  return (
    <section className={css.builder} aria-label={t(($) => $.build.title)}>
      <TableFields {...part} />
      <ConditionFields {...part} />
      {draft.select.length > 1 && <ComparisonFields {...part} />}
      <CalculationFields {...part} />
      <OrderFields {...part} />
    </section>
  )
}
