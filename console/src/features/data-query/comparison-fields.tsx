import { QUERY_COLUMN_OPTIONS, type TwoTableCondition } from '@heatfleet/contract/data-query/data-query.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { CloseIcon, PlusIcon } from '../../ui/icons.tsx'
import { keyOf, readKey, useColumnChoices } from './column-choices.ts'
import { useOptionTexts } from './option-texts.ts'
import css from './query.module.css'
import type { PartProps } from './query-builder.tsx'
import { columnOf, joinOf, type QueryDraft } from './query-draft.ts'

/** Places of the conditions that compare two columns: all but the one by which each table is joined. */
const comparisonsOf = (draft: QueryDraft): number[] => {
  const joins = draft.select.map((_, at) => joinOf(draft, at)?.at)
  return draft.where.two_table.map((_, at) => at).filter((at) => !joins.includes(at))
}

/** Further comparisons of columns of joined tables. */
export function ComparisonFields({ draft, onChange, errorAt }: PartProps) {
  const t = useMessages('data-query')
  const choices = useColumnChoices(draft)
  const optionText = useOptionTexts()
  const { two_table } = draft.where
  const change = (next: TwoTableCondition[]) => onChange({ ...draft, where: { ...draft.where, two_table: next } })
  const [first, second] = draft.select.map(({ table }) => table)
  return (
    <fieldset className={css.part}>
      <legend>{t(($) => $.build.comparisons)}</legend>
      {comparisonsOf(draft).map((at, place) => {
        const condition = two_table[at]
        if (condition === undefined) return null
        const no = place + 1
        const { table, name, option, other_table, other_name } = condition
        const kind = columnOf(table, name)?.kind ?? 'text'
        const set = (part: Partial<TwoTableCondition>) => change(two_table.with(at, { ...condition, ...part }))
        const path = `where.two_table.${at}`
        return (
          <div key={at} className={css.row}>
            <SelectField
              quiet
              search
              className={css.wide}
              label={t(($) => $.build.one, { no })}
              value={keyOf({ table, name })}
              options={choices()}
              error={errorAt(`${path}.name`)}
              onChange={(key) => key !== undefined && set(readKey(key))}
            />
            <Button
              kind="text"
              size="small"
              icon={CloseIcon}
              label={t(($) => $.build.remove_comparison, { no })}
              onClick={() => change(two_table.toSpliced(at, 1))}
            />
            <SelectField
              quiet
              className={css.option}
              label={t(($) => $.build.comparison, { no })}
              value={option}
              options={QUERY_COLUMN_OPTIONS.map((one) => ({ value: one, label: optionText(one, kind) }))}
              error={errorAt(`${path}.option`)}
              onChange={(next) => next !== undefined && set({ option: next })}
            />
            <SelectField
              quiet
              search
              className={css.value}
              label={t(($) => $.build.other, { no })}
              value={keyOf({ table: other_table, name: other_name })}
              options={choices((found) => found.table !== table && found.column.kind === kind)}
              error={errorAt(`${path}.other_name`)}
              onChange={(key) => {
                if (key === undefined) return
                const other = readKey(key)
                set({ other_table: other.table, other_name: other.name })
              }}
            />
          </div>
        )
      })}
      <div>
        <Button
          size="small"
          icon={PlusIcon}
          disabled={two_table.length >= LIMITS.query_conditions_max || first === undefined || second === undefined}
          onClick={() => {
            const join = joinOf(draft, 1)
            if (second === undefined || join === null) return
            const { name, other_table, other_name } = join.link
            change([...two_table, { method: 'and', table: second, name, option: '=', other_table, other_name }])
          }}
        >
          {t(($) => $.build.add_comparison)}
        </Button>
      </div>
    </fieldset>
  )
}
