import type { QueryKind } from '@heatfleet/contract/data-query/columns.ts'
import { QUERY_CALCULATIONS, type QueryCalculation } from '@heatfleet/contract/data-query/data-query.ts'
import { QUERY_TABLES } from '@heatfleet/contract/data-query/tables.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { CloseIcon, PlusIcon } from '../../ui/icons.tsx'
import { keyOf, readKey, useColumnChoices } from './column-choices.ts'
import css from './query.module.css'
import type { PartProps } from './query-builder.tsx'
import { type Calculation, calculationsOf, columnOf, setCalculations } from './query-draft.ts'

/** Calculations that what a column holds allows. */
const methodsOf = (kind: QueryKind): QueryCalculation[] =>
  Object.entries(QUERY_CALCULATIONS).flatMap(([method, kinds]: [string, readonly QueryKind[]]) =>
    // Keys of this very table.
    kinds.includes(kind) ? [method as QueryCalculation] : [],
  )

/** Calculations over columns: the rows become groups of those that are equal in all other columns. */
export function CalculationFields({ draft, onChange, errorAt }: PartProps) {
  const t = useMessages('data-query')
  const choices = useColumnChoices(draft)
  const calculations = calculationsOf(draft)
  const change = (next: Calculation[]) => onChange(setCalculations(draft, next))
  const [first] = draft.select
  return (
    <fieldset className={css.part}>
      <legend>{t(($) => $.build.calculations)}</legend>
      {calculations.map(({ table, name, method }, at) => {
        const no = at + 1
        const kind = columnOf(table, name)?.kind ?? 'text'
        const set = (next: Partial<Calculation>) => change(calculations.with(at, { table, name, method, ...next }))
        const place = draft.select.findIndex((one) => one.table === table)
        const column = draft.select[place]?.columns.findIndex(
          (one) => typeof one !== 'string' && one.name === name && one.method === method,
        )
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a calculation is its place
          <div key={at} className={css.row}>
            <SelectField
              quiet
              search
              className={css.wide}
              label={t(($) => $.build.calculated_column, { no })}
              value={keyOf({ table, name })}
              options={choices()}
              error={errorAt(`select.${place}.columns.${column ?? 0}`)}
              onChange={(key) => {
                if (key === undefined) return
                const next = readKey(key)
                const methods = methodsOf(columnOf(next.table, next.name)?.kind ?? 'text')
                set({ ...next, method: methods.includes(method) ? method : 'count' })
              }}
            />
            <Button
              kind="text"
              size="small"
              icon={CloseIcon}
              label={t(($) => $.build.remove_calculation, { no })}
              onClick={() => change(calculations.toSpliced(at, 1))}
            />
            <SelectField
              quiet
              className={css.option}
              label={t(($) => $.build.calculation, { no })}
              value={method}
              options={methodsOf(kind).map((one) => ({ value: one, label: t(($) => $.methods[one]) }))}
              onChange={(next) => next !== undefined && set({ method: next })}
            />
          </div>
        )
      })}
      {calculations.length > 0 && <p className={css.hint}>{t(($) => $.build.calculations_hint)}</p>}
      <div>
        <Button
          size="small"
          icon={PlusIcon}
          disabled={
            first === undefined || (first.columns.length >= LIMITS.query_columns_max && calculations.length > 0)
          }
          onClick={() => {
            if (first === undefined) return
            const [key] = QUERY_TABLES[first.table].keys
            change([...calculations, { table: first.table, name: key, method: 'count' }])
          }}
        >
          {t(($) => $.build.add_calculation)}
        </Button>
      </div>
    </fieldset>
  )
}
