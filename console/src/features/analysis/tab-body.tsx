import { GROUP_UNITS_MIN } from '@heatfleet/contract/analysis/part.ts'
import type { ReactNode } from 'react'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { formatDay, formatTime } from '../../ui/format.ts'
import { ErrorState, Loading } from '../../ui/states.tsx'
import css from './analysis.module.css'
import { isFew } from './figure-texts.ts'
import type { ShownCohort } from './use-cohorts.tsx'

type TabBodyProps<Answer> = {
  answers: readonly Answer[] | null
  error: unknown
  retry: () => void
  children: (answers: readonly Answer[]) => ReactNode
}

/** The figures of a tab once they are there; says so where a selection has very few units. */
export function TabBody<
  Answer extends { cohort: ShownCohort; data: { units: number; from: string; to: string; as_of: string } },
>({ answers, error, retry, children }: TabBodyProps<Answer>) {
  const t = useMessages('analysis')
  const lang = useLanguage()
  if (answers === null)
    return error === null ? <Loading rows={10} /> : <ErrorState error={error} needs="analysis:view" onRetry={retry} />
  return (
    <>
      {answers.map(({ cohort, data }) => (
        <p key={cohort.letter} className={css.period}>
          {answers.length > 1 && `${cohort.letter}: `}
          {t(($) => $.note, {
            from: formatDay(data.from, lang),
            to: formatDay(data.to, lang),
            units: t(($) => $.of_units, { count: data.units }),
            time: formatTime(data.as_of, lang, 'minute'),
          })}
        </p>
      ))}
      {answers
        .filter(({ data }) => isFew(data.units))
        .map(({ cohort, data }) => (
          <p key={cohort.letter} className={css.few} role="status">
            {answers.length > 1 && `${cohort.letter}: `}
            {t(($) => $.few, { count: data.units, min: GROUP_UNITS_MIN })}
          </p>
        ))}
      {children(answers)}
    </>
  )
}
