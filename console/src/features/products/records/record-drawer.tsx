import { LIMITS } from '@heatfleet/contract/limits.ts'
import { finding } from '@heatfleet/contract/products/check.ts'
import { checkRecords } from '@heatfleet/contract/products/check-records.ts'
import { RECORD_ORDERS, RecordTable } from '@heatfleet/contract/products/record-tables.ts'
import { useMemo } from 'react'
import { useMessages } from '../../../messages/messages.ts'
import { useMissingPermission } from '../../../messages/missing-permission.ts'
import { Button } from '../../../ui/button.tsx'
import { NumberField, SelectField, TagsField, TextField } from '../../../ui/field.tsx'
import { FormDrawer, FormGrid } from '../../../ui/form.tsx'
import { PlusIcon } from '../../../ui/icons.tsx'
import { type Form, useForm } from '../../../ui/use-form.ts'
import { FindingList } from '../points/finding-list.tsx'
import { ColumnRow } from './column-row.tsx'
import { newColumn, type RecordDraft, recordDraftOf, recordTableOf } from './record-draft.ts'
import css from './records.module.css'

const WIDTH_PX = 1_160
const COLUMN_PX = 190

/** The form of one record table, checked while typing. Mounted = open. */
export function RecordDrawer(props: {
  table: RecordTable
  is_new: boolean
  others: readonly RecordTable[]
  onSave: (table: RecordTable) => Promise<boolean>
  onClose: () => void
}) {
  const t = useMessages('products')
  const missing_permission = useMissingPermission('datapoint:edit')
  const { table, others } = props
  const form = useForm({
    schema: RecordTable,
    initial: useMemo(() => recordDraftOf(table), [table]),
    toBody: recordTableOf,
    onSave: props.onSave,
    onSaved: props.onClose,
  })
  const findings = useMemo(() => {
    const typed = RecordTable.safeParse(recordTableOf(form.values))
    return typed.success ? checkRecords([...others, typed.data], finding) : []
  }, [form.values, others])
  const { columns } = form.values
  return (
    <FormDrawer
      form={form}
      width={WIDTH_PX}
      title={props.is_new ? t(($) => $.records.add) : t(($) => $.records.edit_of, { name: table.key })}
      save={t(($) => $.points.form.save)}
      readOnly={missing_permission}
      onClose={props.onClose}
    >
      <div className={css.parts}>
        <FindingList findings={findings} />
        <TableFields form={form} />
        <h3 className={css.title}>{t(($) => $.records.columns)}</h3>
        <p className={css.hint}>{t(($) => $.records.columns_hint)}</p>
        {columns.map((column, at) => (
          <ColumnRow
            // biome-ignore lint/suspicious/noArrayIndexKey: two keys may be the same while they are typed
            key={at}
            column={column}
            nr={at + 1}
            onChange={(next) => form.set('columns', columns.with(at, next))}
            onRemove={columns.length === 1 ? null : () => form.set('columns', columns.toSpliced(at, 1))}
          />
        ))}
        {form.error('columns') !== undefined && (
          <p className={css.error} role="alert">
            {form.error('columns')}
          </p>
        )}
        <Button
          size="small"
          icon={PlusIcon}
          disabled={columns.length >= LIMITS.record_columns_max}
          onClick={() => form.set('columns', [...columns, newColumn(columns)])}
        >
          {t(($) => $.records.add_column)}
        </Button>
      </div>
    </FormDrawer>
  )
}

function TableFields({ form }: { form: Form<RecordDraft> }) {
  const t = useMessages('products')
  const { values, set, error } = form
  const number = (name: 'address' | 'stride' | 'count') => ({
    required: true,
    value: Number.isNaN(values[name]) ? null : values[name],
    onChange: (value: number | null) => set(name, value ?? Number.NaN),
    error: error(name),
  })
  const named = (language: 'en' | 'zh' | 'pl') => ({
    label: t(($) => $.points.fields[`name_${language}`]),
    maxLength: LIMITS.point_name_max,
    value: values.names[language],
    onChange: (name: string) => set('names', { ...values.names, [language]: name }),
  })
  return (
    <FormGrid least_px={COLUMN_PX}>
      <TextField label={t(($) => $.points.fields.key)} required maxLength={40} {...form.field('key')} />
      <TextField {...named('en')} />
      <TextField {...named('zh')} />
      <TextField {...named('pl')} />
      <SelectField
        label={t(($) => $.points.fields.query_cmd)}
        required
        value={values.query_cmd}
        onChange={(query_cmd = values.query_cmd) => set('query_cmd', query_cmd)}
        options={([3, 4] as const).map((value) => ({ value, label: t(($) => $.points.functions[value]) }))}
      />
      <NumberField label={t(($) => $.records.address)} min={0} max={65_535} {...number('address')} />
      <NumberField label={t(($) => $.records.count)} min={1} max={LIMITS.records_max} {...number('count')} />
      <NumberField
        label={t(($) => $.records.stride)}
        hint={t(($) => $.records.stride_hint)}
        min={1}
        max={LIMITS.record_registers_max}
        {...number('stride')}
      />
      <NumberField
        label={t(($) => $.points.fields.slave)}
        hint={t(($) => $.records.slave_hint)}
        min={1}
        max={247}
        {...form.field('slave')}
      />
      <SelectField
        label={t(($) => $.records.order)}
        value={values.order}
        onChange={(order = values.order) => set('order', order)}
        options={RECORD_ORDERS.map((value) => ({ value, label: t(($) => $.records.orders[value]) }))}
      />
      <TextField
        label={t(($) => $.records.fault_pattern)}
        hint={t(($) => $.records.fault_hint)}
        maxLength={LIMITS.fault_code_max}
        {...form.field('fault_pattern')}
      />
      <TagsField
        label={t(($) => $.records.empty_codes)}
        hint={t(($) => $.records.empty_hint)}
        max={LIMITS.point_invalid_max}
        value={values.empty_codes}
        onChange={(codes) => set('empty_codes', codes)}
        error={error('empty_codes')}
      />
    </FormGrid>
  )
}
