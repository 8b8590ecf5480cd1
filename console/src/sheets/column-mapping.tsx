import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { SheetLook, SheetMapping } from '@heatfleet/contract/sheets.ts'
import type { ReactNode } from 'react'
import { useMessages } from '../messages/messages.ts'
import { NumberField, SelectField } from '../ui/field.tsx'
import { PlainTable } from '../ui/plain-table.tsx'
import css from './sheets.module.css'

/** The field of each column: guessed from its title, corrected by hand. A field belongs to one column. */
export function ColumnMapping<Field extends string>(props: {
  fields: readonly Field[]
  fieldText: (field: Field) => string
  inspection: SheetLook<Field>
  mapping: SheetMapping<Field>
  onMapping: (mapping: SheetMapping<Field>) => void
  /** Beside the line of titles. */
  children?: ReactNode
}) {
  const { fields, fieldText, inspection, mapping, onMapping } = props
  const t = useMessages('sheets')
  const rows = inspection.columns.map((column, at) => ({ ...column, at }))
  const set = (at: number, field: Field | undefined) =>
    onMapping({ ...mapping, columns: withColumn(mapping.columns, at, field) })
  return (
    <>
      <div className={css.options}>
        <NumberField
          label={t(($) => $.header_row)}
          hint={t(($) => $.header_hint)}
          min={0}
          max={LIMITS.import_lines_max}
          value={mapping.header_row}
          onChange={(header_row) => onMapping({ ...mapping, header_row: header_row ?? 0 })}
        />
        {props.children}
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
                value={fields.find((field) => mapping.columns[field] === at)}
                options={fields.map((field) => ({ value: field, label: fieldText(field) }))}
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
