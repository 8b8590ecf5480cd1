import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { SheetLook, SheetMapping } from '@heatfleet/contract/sheets.ts'
import { useMessages } from '../messages/messages.ts'
import { NumberField, RadioGroupField, SelectField } from '../ui/field.tsx'
import { PlainTable } from '../ui/plain-table.tsx'
import type { ImportRow, SheetImport } from './sheet-import.ts'
import css from './sheets.module.css'
import type { SheetImportState } from './use-sheet-import.ts'

/** The field of each column: guessed from its title, corrected by hand. A field belongs to one column. */
export function ColumnMapping<Field extends string, Own extends string, Row extends ImportRow<Field, Own>>(props: {
  list: SheetImport<Field, Own, Row>
  state: SheetImportState<Field, Row>
  inspection: SheetLook<Field>
}) {
  const { list, state, inspection } = props
  const t = useMessages('sheets')
  const { mapping, mode } = state.choices
  const rows = inspection.columns.map((column, at) => ({ ...column, at }))
  const set = (at: number, field: Field | undefined) =>
    state.choose({ mapping: { ...mapping, columns: withColumn(mapping.columns, at, field) } })
  return (
    <>
      <div className={css.options}>
        <NumberField
          label={t(($) => $.header_row)}
          hint={t(($) => $.header_hint)}
          min={0}
          max={LIMITS.import_rows_max}
          value={mapping.header_row}
          onChange={(header_row) => state.choose({ mapping: { ...mapping, header_row: header_row ?? 0 } })}
        />
        <RadioGroupField
          label={list.mode}
          inline
          value={mode}
          onChange={(next) => state.choose({ mode: next })}
          options={(['merge', 'replace'] as const).map((value) => ({ value, label: t(($) => $.modes[value]) }))}
        />
      </div>
      <PlainTable
        label={t(($) => $.mapping)}
        rows={rows}
        keyOf={({ at }) => at}
        columns={[
          { key: 'column', title: t(($) => $.column), cell: ({ title, at }) => <b>{title || `${at + 1}`}</b> },
          {
            key: 'samples',
            title: t(($) => $.samples),
            cell: ({ samples }) => <span className={css.samples}>{samples.join(' · ')}</span>,
          },
          {
            key: 'means',
            title: t(($) => $.means),
            cell: ({ at, title }) => (
              <SelectField
                quiet
                search
                clearable
                width={230}
                label={`${t(($) => $.means)} ${title || at + 1}`}
                placeholder={t(($) => $.not_taken)}
                value={list.fields.find((field) => mapping.columns[field] === at)}
                options={list.fields.map((field) => ({ value: field, label: list.fieldText(field) }))}
                onChange={(field) => set(at, field)}
              />
            ),
          },
        ]}
      />
    </>
  )
}

/** The columns after one of them was assigned to another field, or to none. */
const withColumn = <Field extends string>(
  columns: SheetMapping<Field>['columns'],
  at: number,
  meaning: Field | undefined,
): SheetMapping<Field>['columns'] => {
  const next = { ...columns }
  for (const field in columns) if (columns[field] === at || field === meaning) delete next[field]
  if (meaning !== undefined) next[meaning] = at
  return next
}
