import { LIMITS } from '@heatfleet/contract/limits.ts'
import { RECORD_ROLES, RECORD_TYPES, type RecordColumn } from '@heatfleet/contract/products/record-tables.ts'
import { useMessages } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { NumberField, SelectField, TextField } from '../../../ui/field.tsx'
import { CloseIcon } from '../../../ui/icons.tsx'
import css from './records.module.css'

/** One column of a record table: its role, its registers and, of a value, its name and unit. `onRemove` null = it is the last. */
export function ColumnRow(props: {
  column: RecordColumn
  nr: number
  onChange: (column: RecordColumn) => void
  onRemove: (() => void) | null
}) {
  const t = useMessages('products')
  const { column, nr, onChange, onRemove } = props
  const change = (part: Partial<RecordColumn>) => onChange({ ...column, ...part })
  const has_bit = column.data_type === 'bit' || column.data_type === 'bits'
  return (
    <fieldset className={css.column} aria-label={t(($) => $.records.column, { nr })}>
      <SelectField
        label={t(($) => $.records.role)}
        quiet={nr > 1}
        value={column.role}
        onChange={(role = column.role) => change({ role })}
        options={RECORD_ROLES.map((value) => ({ value, label: t(($) => $.records.roles[value]) }))}
      />
      <TextField
        label={t(($) => $.points.fields.key)}
        quiet={nr > 1}
        maxLength={40}
        value={column.key}
        onChange={(key) => change({ key })}
      />
      <NumberField
        label={t(($) => $.records.offset)}
        quiet={nr > 1}
        min={0}
        max={LIMITS.record_registers_max - 1}
        value={Number.isNaN(column.offset) ? null : column.offset}
        onChange={(offset) => change({ offset: offset ?? Number.NaN })}
      />
      <SelectField
        label={t(($) => $.points.fields.data_type)}
        quiet={nr > 1}
        search
        value={column.data_type}
        onChange={(data_type = column.data_type) => change({ data_type })}
        options={RECORD_TYPES.map((value) => ({ value, label: t(($) => $.points.types[value]) }))}
      />
      <NumberField
        label={t(($) => $.points.fields.bit)}
        quiet={nr > 1}
        disabled={!has_bit}
        min={0}
        max={15}
        value={column.bit}
        onChange={(bit) => change({ bit })}
      />
      <NumberField
        label={t(($) => $.points.fields.bit_len)}
        quiet={nr > 1}
        disabled={column.data_type !== 'bits'}
        min={2}
        max={15}
        value={column.bit_len}
        onChange={(bit_len) => change({ bit_len })}
      />
      <TextField
        label={t(($) => $.points.fields.read)}
        quiet={nr > 1}
        maxLength={LIMITS.formula_max}
        value={column.read}
        onChange={(read) => change({ read })}
      />
      <Button
        size="small"
        kind="text"
        icon={CloseIcon}
        disabled={onRemove === null}
        label={t(($) => $.records.remove_column, { key: column.key })}
        onClick={() => onRemove?.()}
      />
      {column.role === 'value' && <ValueFields column={column} onChange={change} />}
    </fieldset>
  )
}

function ValueFields({ column, onChange }: { column: RecordColumn; onChange: (part: Partial<RecordColumn>) => void }) {
  const t = useMessages('products')
  return (
    <div className={css.value}>
      {(['en', 'zh', 'pl'] as const).map((language) => (
        <TextField
          key={language}
          label={t(($) => $.points.fields[`name_${language}`])}
          maxLength={LIMITS.point_name_max}
          value={column.names[language]}
          onChange={(name) => onChange({ names: { ...column.names, [language]: name } })}
        />
      ))}
      <TextField
        label={t(($) => $.points.fields.unit)}
        maxLength={LIMITS.unit_max}
        value={column.unit}
        onChange={(unit) => onChange({ unit })}
      />
      <NumberField
        label={t(($) => $.points.fields.decimals)}
        min={0}
        max={9}
        value={column.decimals}
        onChange={(decimals) => onChange({ decimals: decimals ?? 0 })}
      />
    </div>
  )
}
