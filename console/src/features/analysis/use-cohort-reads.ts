import type { Api } from '@heatfleet/contract/api.ts'
import type { Endpoint, RequestOf, ResultOf } from '@heatfleet/contract/endpoint.ts'
import { useRead } from '../../cloud/call.ts'
import type { ShownCohort } from './use-cohorts.tsx'

/** The calls that take a part of the fleet and a period. */
type AnalysisCall = Extract<Api[keyof Api], { of: 'analysis' }> & Endpoint

/** The answer for one cohort. */
export type CohortAnswer<E extends Endpoint> = { cohort: ShownCohort; data: ResultOf<E> }

/** Asks the same of each cohort; answers once all are there. */
export const useCohortReads = <E extends AnalysisCall>(endpoint: E, cohorts: readonly ShownCohort[]) => {
  const [first, second] = cohorts
  // Every one of these calls takes the part as its body.
  const requestOf = (cohort: ShownCohort | undefined) => ({ body: cohort?.part ?? {} }) as unknown as RequestOf<E>
  const a = useRead(endpoint, requestOf(first), { placeholder: 'keep' })
  const b = useRead(endpoint, requestOf(second), { placeholder: 'keep', enabled: second !== undefined })
  const answers: CohortAnswer<E>[] = []
  if (first !== undefined && a.data !== undefined) answers.push({ cohort: first, data: a.data })
  if (second !== undefined && b.data !== undefined) answers.push({ cohort: second, data: b.data })
  return {
    answers: answers.length === cohorts.length ? answers : null,
    error: a.error ?? (second === undefined ? null : b.error),
    retry: () => {
      void a.refetch()
      if (second !== undefined) void b.refetch()
    },
  }
}
