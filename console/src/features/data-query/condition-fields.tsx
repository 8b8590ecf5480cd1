import type { SingleCondition } from '@heatfleet/contract/data-query/data-query.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { CloseIcon, PlusIcon } from '../../ui/icons.tsx'
import { keyOf, readKey, useColumnChoices } from './column-choices.ts'
import { useOptionTexts } from './option-texts.ts'
import css from './query.module.css'
import type { PartProps } from './query-builder.tsx'
import { changeCondition, columnOf, optionsOf, type QueryDraft, takesOf } from './query-draft.ts'
import { ValueField } from './value-field.tsx'

const METHODS = ['and', 'or'] as const

/** Single-table conditions, one below the other; `or` begins an alternative. */
export function ConditionFields(props: PartProps) {
  const t = useMessages('data-query')
  const { draft, onChange } = props
  const conditions = draft.where.single_table
  const change = (single_table: SingleCondition[]) => onChange({ ...draft, where: { ...draft.where, single_table } })
  return (
    <fieldset className={css.part}>
      <legend>{t(($) => $.build.conditions)}</legend>
      {conditions.map((condition, at) => (
        <ConditionRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition is its place
          key={at}
          {...props}
          at={at}
          condition={condition}
          onCondition={(next) => change(conditions.with(at, next))}
          onRemove={() => change(conditions.toSpliced(at, 1))}
        />
      ))}
      {conditions.some(({ method }, at) => at > 0 && method === 'or') && (
        <p className={css.hint}>{t(($) => $.build.or_hint)}</p>
      )}
      <div>
        <Button
          size="small"
          icon={PlusIcon}
          disabled={conditions.length >= LIMITS.query_conditions_max}
          onClick={() => change([...conditions, newCondition(draft)])}
        >
          {t(($) => $.build.add_condition)}
        </Button>
      </div>
    </fieldset>
  )
}

/** The first column that is selected is what people narrow by most. */
const newCondition = ({ select }: QueryDraft): SingleCondition => {
  const table = select[0]?.table ?? 'device'
  const name = select[0]?.columns.find((column) => typeof column === 'string') ?? 'mac'
  const kind = columnOf(table, name)?.kind
  return { method: 'and', table, name, option: kind === 'text' ? 'contains' : '=' }
}

type RowProps = PartProps & {
  at: number
  condition: SingleCondition
  onCondition: (condition: SingleCondition) => void
  onRemove: () => void
}

function ConditionRow({ draft, errorAt, at, condition, onCondition, onRemove }: RowProps) {
  const t = useMessages('data-query')
  const choices = useColumnChoices(draft)
  const optionText = useOptionTexts()
  const no = at + 1
  const column = condition.table === undefined ? undefined : columnOf(condition.table, condition.name)
  const kind = column?.kind ?? 'text'
  const path = `where.single_table.${at}`
  const at_name = errorAt(`${path}.name`) ?? errorAt(`${path}.table`)
  const at_option = errorAt(`${path}.option`)
  const at_value = at_name === undefined && at_option === undefined ? errorAt(path) : undefined
  return (
    <div className={css.row} data-or={(at > 0 && condition.method === 'or') || undefined}>
      {at > 0 && (
        <SelectField
          quiet
          className={css.method}
          label={t(($) => $.build.method, { no })}
          value={condition.method}
          options={METHODS.map((method) => ({ value: method, label: t(($) => $.build[method]) }))}
          onChange={(method) => method !== undefined && onCondition({ ...condition, method })}
        />
      )}
      <SelectField
        quiet
        search
        className={css.wide}
        label={t(($) => $.build.column, { no })}
        value={keyOf(condition)}
        options={choices()}
        error={at_name}
        onChange={(key) => key !== undefined && onCondition(changeCondition(condition, readKey(key)))}
      />
      <Button
        kind="text"
        size="small"
        icon={CloseIcon}
        label={t(($) => $.build.remove_condition, { no })}
        onClick={onRemove}
      />
      <SelectField
        quiet
        className={css.option}
        label={t(($) => $.build.option, { no })}
        value={condition.option}
        options={optionsOf(kind).map((option) => ({ value: option, label: optionText(option, kind) }))}
        error={at_option}
        onChange={(option) => option !== undefined && onCondition(changeCondition(condition, { option }))}
      />
      {takesOf(condition.option) !== 'none' && (
        <div className={css.value}>
          <ValueField no={no} condition={condition} column={column} error={at_value} onChange={onCondition} />
        </div>
      )}
    </div>
  )
}
