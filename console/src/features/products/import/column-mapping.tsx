import { LIMITS } from '@heatfleet/contract/limits.ts'
import { IMPORT_FIELDS, type ImportField, type ImportMapping } from '@heatfleet/contract/product-import.ts'
import { NumberField, RadioGroupField, SelectField } from '../../../ui/field.tsx'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { useWords } from '../../../words/words.ts'
import css from './import.module.css'
import type { ImportWork, SheetLook } from './use-import.ts'

/** What each column means: guessed from its title, corrected by a person. A meaning belongs to one column. */
export function ColumnMapping({ work, look }: { work: ImportWork; look: SheetLook }) {
  const t = useWords('productImport')
  const { mapping, mode } = work.choices
  const rows = look.columns.map((column, at) => ({ ...column, at }))
  const set = (at: number, field: ImportField | undefined) =>
    work.choose({ mapping: { ...mapping, columns: withColumn(mapping.columns, at, field) } })
  return (
    <>
      <div className={css.options}>
        <NumberField
          label={t(($) => $.header_row)}
          hint={t(($) => $.header_hint)}
          min={0}
          max={LIMITS.import_rows_max}
          value={mapping.header_row}
          onChange={(header_row) => work.choose({ mapping: { ...mapping, header_row: header_row ?? 0 } })}
        />
        <RadioGroupField
          label={t(($) => $.mode)}
          inline
          value={mode}
          onChange={(next) => work.choose({ mode: next })}
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
                value={IMPORT_FIELDS.find((field) => mapping.columns[field] === at)}
                options={IMPORT_FIELDS.map((field) => ({ value: field, label: t(($) => $.fields[field]) }))}
                onChange={(field) => set(at, field)}
              />
            ),
          },
        ]}
      />
    </>
  )
}

/** The columns with one of them meaning something else, or nothing. */
const withColumn = (
  columns: ImportMapping['columns'],
  at: number,
  meaning: ImportField | undefined,
): ImportMapping['columns'] => {
  const others = Object.entries(columns).filter(([field, column]) => column !== at && field !== meaning)
  return { ...Object.fromEntries(others), ...(meaning === undefined ? {} : { [meaning]: at }) }
}
