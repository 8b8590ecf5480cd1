import type { QueryOrder } from '@heatfleet/contract/data-query/data-query.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { CheckboxField, type Choice, MultiSelectField, SelectField } from '../../ui/field.tsx'
import { CloseIcon, PlusIcon } from '../../ui/icons.tsx'
import { keyOf, readKey, useColumnChoices } from './column-choices.ts'
import { readLabel, useColumnTexts } from './column-texts.ts'
import css from './query.module.css'
import type { PartProps } from './query-builder.tsx'
import { calculationsOf, plainColumns, type QueryDraft } from './query-draft.ts'

const DIRECTIONS = ['asc', 'desc'] as const

/** `table.name`, or `table.name.method` of a calculation. */
const labelOf = ({ table, name, method }: QueryOrder): string =>
  method === undefined ? keyOf({ table, name }) : `${keyOf({ table, name })}.${method}`

/** What rows are sorted and grouped by. */
export function OrderFields(props: PartProps) {
  const t = useMessages('data-query')
  const { draft, onChange, errorAt } = props
  const choices = useOrderChoices(draft)
  const { order } = draft
  const change = (next: QueryOrder[]) => onChange({ ...draft, order: next })
  const toOrder = (label: string, option: QueryOrder['option']): QueryOrder => {
    const { table, name, method } = readLabel(label)
    return { table, name, option, ...(method === null ? {} : { method }) }
  }
  const unused = choices.find(({ value }) => order.every((one) => labelOf(one) !== value))
  return (
    <>
      <fieldset className={css.part}>
        <legend>{t(($) => $.build.order)}</legend>
        {order.map((one, at) => {
          const no = at + 1
          return (
            <div key={labelOf(one)} className={css.row}>
              <SelectField
                quiet
                search
                className={css.wide}
                label={t(($) => $.build.order_by, { no })}
                value={labelOf(one)}
                options={choices.filter(
                  ({ value }) => value === labelOf(one) || order.every((other) => labelOf(other) !== value),
                )}
                error={errorAt(`order.${at}`)}
                onChange={(label) => label !== undefined && change(order.with(at, toOrder(label, one.option)))}
              />
              <Button
                kind="text"
                size="small"
                icon={CloseIcon}
                label={t(($) => $.build.remove_order, { no })}
                onClick={() => change(order.toSpliced(at, 1))}
              />
              <SelectField
                quiet
                className={css.option}
                label={t(($) => $.build.direction, { no })}
                value={one.option}
                options={DIRECTIONS.map((option) => ({ value: option, label: t(($) => $.build[option]) }))}
                onChange={(option) => option !== undefined && change(order.with(at, { ...one, option }))}
              />
            </div>
          )
        })}
        <div>
          <Button
            size="small"
            icon={PlusIcon}
            disabled={unused === undefined || order.length >= LIMITS.query_columns_max}
            onClick={() => unused !== undefined && change([...order, toOrder(unused.value, 'asc')])}
          >
            {t(($) => $.build.add_order)}
          </Button>
        </div>
      </fieldset>
      <fieldset className={css.part}>
        <legend>{t(($) => $.build.group)}</legend>
        <GroupField {...props} />
        {!draft.request_saas && (
          <CheckboxField
            label={t(($) => $.build.products)}
            checked
            onChange={() => onChange({ ...draft, request_saas: true })}
          />
        )}
      </fieldset>
    </>
  )
}

function GroupField({ draft, onChange, errorAt }: PartProps) {
  const t = useMessages('data-query')
  const texts = useColumnTexts()
  const selected = draft.select.flatMap(({ table }, at) => plainColumns(draft, at).map((name) => ({ table, name })))
  return (
    <MultiSelectField
      quiet
      label={t(($) => $.build.group)}
      placeholder={t(($) => $.build.choose)}
      hint={t(($) => $.build.group_hint)}
      value={draft.group.map(keyOf)}
      options={selected.map((one) => ({ value: keyOf(one), label: texts.column(one, draft.select.length > 1) }))}
      error={errorAt('group')}
      onChange={(keys) => onChange({ ...draft, group: keys.map(readKey) })}
    />
  )
}

/** Columns to sort by: all of the tables, or those of the answer where something is calculated. */
const useOrderChoices = (draft: QueryDraft): Choice<string>[] => {
  const texts = useColumnTexts()
  const choices = useColumnChoices(draft)
  const several = draft.select.length > 1
  const calculations = calculationsOf(draft)
  const plain =
    calculations.length === 0
      ? choices()
      : draft.select.flatMap(({ table }, at) =>
          plainColumns(draft, at).map((name) => ({
            value: keyOf({ table, name }),
            label: texts.column({ table, name }, several),
          })),
        )
  return [
    ...plain,
    ...calculations.map((one) => ({ value: labelOf({ ...one, option: 'asc' }), label: texts.column(one, several) })),
  ]
}
