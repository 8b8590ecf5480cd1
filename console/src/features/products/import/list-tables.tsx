import { LIMITS } from '@heatfleet/contract/limits.ts'
import {
  IMPORT_FIELDS,
  type ImportField,
  type ImportTable,
  type ListReading,
} from '@heatfleet/contract/products/import.ts'
import { useState } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckboxGroupField, NumberField, SelectField, TextField } from '../../../ui/field.tsx'
import { HeaderRowChoice } from './header-row-choice.tsx'
import css from './import.module.css'

/** Fields that a whole list may have in common. */
const CONSTANTS = ['fn', 'type', 'access', 'order', 'unit', 'scale', 'tab'] as const satisfies readonly ImportField[]

/** Tables of a file: which are taken, where their titles stand, and what is the same for every row. */
export function ListTables(props: {
  tables: readonly ImportTable[]
  reading: ListReading
  busy: boolean
  onReading: (reading: ListReading) => void
}) {
  const { tables, reading, busy, onReading } = props
  const t = useMessages('products')
  const nameOf = ({ id, name }: ImportTable) => name || t(($) => $.points_import.tables.unnamed, { id })
  const chosen = tables.filter((table) => table.chosen)
  return (
    <div className={css.tables}>
      {tables.length > 1 && (
        <>
          <CheckboxGroupField
            label={t(($) => $.points_import.tables.tables)}
            inline
            disabled={busy}
            value={chosen.map(({ id }) => id)}
            options={tables.map((table) => ({
              value: table.id,
              label: nameOf(table),
              hint: t(($) => $.points_import.tables.rows, { count: table.rows }),
            }))}
            onChange={(ids) => onReading({ ...reading, tables: ids })}
          />
          <div className={css.lines}>
            {chosen.map((table) => (
              <NumberField
                key={table.id}
                label={t(($) => $.points_import.tables.line, { name: nameOf(table) })}
                disabled={busy}
                min={0}
                max={LIMITS.import_lines_max}
                value={reading.titles[table.id] ?? table.header_row}
                onChange={(line) => onReading({ ...reading, titles: { ...reading.titles, [table.id]: line ?? 0 } })}
              />
            ))}
          </div>
        </>
      )}
      {tables
        .filter(({ preview, titles_unknown }) => preview.length > 0 && (titles_unknown || tables.length === 1))
        .map((table) => (
          <HeaderRowChoice
            key={table.id}
            table={table}
            name={nameOf(table)}
            busy={busy}
            onChoose={(line) => onReading({ ...reading, titles: { ...reading.titles, [table.id]: line } })}
          />
        ))}
      <Constants constants={reading.constants} onConstants={(constants) => onReading({ ...reading, constants })} />
    </div>
  )
}

type ConstantsOfList = ListReading['constants']

function Constants(props: { constants: ConstantsOfList; onConstants: (constants: ConstantsOfList) => void }) {
  const t = useMessages('products')
  const [field, setField] = useState<ImportField>()
  const [value, setValue] = useState('')
  const { constants, onConstants } = props
  const fieldText = (one: ImportField) => t(($) => $.points_import.fields[one])
  const set = IMPORT_FIELDS.filter((one) => constants[one] !== undefined)
  return (
    <fieldset className={css.constants}>
      <legend>{t(($) => $.points_import.tables.of_all)}</legend>
      <p className={css.weak}>{t(($) => $.points_import.tables.of_all_hint)}</p>
      {set.map((one) => (
        <span key={one} className={css.constant}>
          {fieldText(one)}: <b translate="no">{constants[one]}</b>
          <Button
            size="small"
            kind="link"
            onClick={() => {
              const { [one]: _, ...rest } = constants
              onConstants(rest)
            }}
          >
            {t(($) => $.points_import.tables.unset, { field: fieldText(one) })}
          </Button>
        </span>
      ))}
      <SelectField
        label={t(($) => $.points_import.tables.field)}
        width={200}
        value={field}
        options={CONSTANTS.map((one) => ({ value: one, label: fieldText(one) }))}
        onChange={setField}
      />
      <TextField label={t(($) => $.points_import.tables.value)} value={value} onChange={setValue} maxLength={100} />
      <Button
        disabledReason={
          field === undefined || value.trim() === '' ? t(($) => $.points_import.tables.of_all_hint) : undefined
        }
        onClick={() => {
          if (field === undefined) return
          onConstants({ ...constants, [field]: value.trim() })
          setValue('')
        }}
      >
        {t(($) => $.points_import.tables.set)}
      </Button>
    </fieldset>
  )
}
