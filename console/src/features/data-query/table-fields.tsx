import { QUERY_TABLE_NAMES, QUERY_TABLES, type QueryTableName } from '@heatfleet/contract/data-query/tables.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useSession } from '../../cloud/session.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermissionText } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { type Choice, MultiSelectField, SelectField } from '../../ui/field.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { keyOf, readKey, useColumnChoices } from './column-choices.ts'
import { useColumnTexts } from './column-texts.ts'
import css from './query.module.css'
import type { PartProps } from './query-builder.tsx'
import {
  addTable,
  changeJoin,
  joinOf,
  joinsOf,
  plainColumns,
  removeTable,
  setColumns,
  startWith,
} from './query-draft.ts'

const JOINS = ['join', 'left_join'] as const

/** The tables of a query with their columns, and how each further one is joined. */
export function TableFields({ draft, onChange, errorAt }: PartProps) {
  const t = useMessages('data-query')
  const texts = useColumnTexts()
  const tableChoices = useTableChoices()
  const chosen = draft.select.map(({ table }) => table)
  const [first] = chosen
  const further = QUERY_TABLE_NAMES.filter((table) => !chosen.includes(table) && joinsOf(draft, table).length > 0)
  const full = chosen.length >= LIMITS.query_tables_max || further.length === 0
  return (
    <fieldset className={css.part}>
      <legend className="hf-hidden">{t(($) => $.parts.select)}</legend>
      <SelectField
        label={t(($) => $.build.table)}
        value={first}
        options={tableChoices(QUERY_TABLE_NAMES)}
        error={errorAt('select.0.table')}
        onChange={(table) => table !== undefined && table !== first && onChange(startWith(draft, table), 'push')}
      />
      {draft.select.map(({ table }, at) => (
        <div key={table} className={css.table} data-further={at > 0 || undefined}>
          {at > 0 && (
            <div className={css.head}>
              <b>{texts.table(table)}</b>
              <Button
                kind="text"
                size="small"
                icon={CloseIcon}
                label={t(($) => $.build.remove_table, { table: texts.table(table) })}
                onClick={() => onChange(removeTable(draft, table), 'push')}
              />
            </div>
          )}
          {at > 0 && <JoinFields at={at} table={table} {...{ draft, onChange, errorAt }} />}
          <ColumnsField at={at} table={table} {...{ draft, onChange, errorAt }} />
        </div>
      ))}
      <SelectField<QueryTableName>
        // What was chosen last is a table now: the field is empty again.
        key={chosen.length}
        quiet
        label={t(($) => $.build.add_table)}
        hint={full ? t(($) => $.build.no_more_tables) : undefined}
        disabled={full}
        value={undefined}
        options={tableChoices(further)}
        onChange={(table) => table !== undefined && onChange(addTable(draft, table))}
      />
    </fieldset>
  )
}

function ColumnsField({ draft, onChange, errorAt, at, table }: PartProps & { at: number; table: QueryTableName }) {
  const t = useMessages('data-query')
  const texts = useColumnTexts()
  const choices = useColumnChoices(draft)
  return (
    <MultiSelectField
      label={
        draft.select.length > 1
          ? t(($) => $.build.columns_of, { table: texts.table(table) })
          : t(($) => $.build.columns)
      }
      value={plainColumns(draft, at).map((name) => keyOf({ table, name }))}
      options={choices(undefined, [table])}
      max={LIMITS.query_columns_max}
      error={errorAt(`select.${at}.columns`)}
      onChange={(keys) =>
        onChange(
          setColumns(
            draft,
            at,
            keys.map((key) => readKey(key).name),
          ),
        )
      }
    />
  )
}

function JoinFields({ draft, onChange, errorAt, at, table }: PartProps & { at: number; table: QueryTableName }) {
  const t = useMessages('data-query')
  const texts = useColumnTexts()
  const links = joinsOf(draft, table, at)
  const join = joinOf(draft, at)
  const [only] = links
  if (only === undefined) return null
  const link = join?.link ?? only
  const method = join?.method ?? 'join'
  const nameOf = (one: typeof only) => `${one.name}=${one.other_table}.${one.other_name}`
  const path = join === null ? `select.${at}.table` : `where.two_table.${join.at}`
  return (
    <>
      <SelectField
        label={t(($) => $.build.join_how, { table: texts.table(table) })}
        value={method}
        options={JOINS.map((one) => ({ value: one, label: t(($) => $.build[one]) }))}
        onChange={(next) => next !== undefined && onChange(changeJoin(draft, at, next, link))}
      />
      <SelectField
        label={t(($) => $.build.join_by)}
        value={nameOf(link)}
        error={errorAt(path) ?? errorAt(`select.${at}.table`)}
        options={links.map((one) => ({
          value: nameOf(one),
          label: t(($) => $.build.link, {
            column: texts.column({ table, name: one.name }, false),
            other: texts.column({ table: one.other_table, name: one.other_name }, true),
          }),
        }))}
        onChange={(key) => {
          const next = links.find((one) => nameOf(one) === key)
          if (next !== undefined) onChange(changeJoin(draft, at, method, next))
        }}
      />
    </>
  )
}

/** Tables to choose; those that need a right which is missing are shown with it. */
const useTableChoices = () => {
  const texts = useColumnTexts()
  const missingText = useMissingPermissionText()
  const permissions = useSession((session) => session.user?.permissions)
  return (tables: readonly QueryTableName[]): Choice<QueryTableName>[] =>
    tables.map((table) => {
      const { right } = QUERY_TABLES[table]
      const label = texts.table(table)
      if (permissions?.includes(right)) return { value: table, label }
      return { value: table, label: `${label} (${missingText(right)})`, disabled: true }
    })
}
