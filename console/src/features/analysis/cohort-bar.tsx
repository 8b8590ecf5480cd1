import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { CohortLegend } from '../../ui/cohort-bars.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import css from './analysis.module.css'
import type { useCohorts } from './use-cohorts.tsx'

/** The filters of one or two cohorts. */
export function CohortBar({ of }: { of: ReturnType<typeof useCohorts> }) {
  const t = useMessages('analysis')
  const { compared, cohorts, fieldsOf, reset, compare } = of
  return (
    <div className={css.scope}>
      <FilterBar fields={fieldsOf('a')} onReset={() => reset('a')}>
        {!compared && (
          <Button icon={PlusIcon} onClick={() => compare(true)}>
            {t(($) => $.scope.compare)}
          </Button>
        )}
      </FilterBar>
      {compared && (
        <>
          <FilterBar label={t(($) => $.scope.filters_b)} fields={fieldsOf('b')} onReset={() => reset('b')}>
            <Button onClick={() => compare(false)}>{t(($) => $.scope.stop)}</Button>
          </FilterBar>
          <CohortLegend cohorts={cohorts.map(({ text }) => text)} />
        </>
      )}
    </div>
  )
}
