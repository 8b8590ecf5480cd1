import { LIMITS } from '@heatfleet/contract/limits.ts'
import { DAY_LAYOUTS, TIME_FORMATS } from '@heatfleet/contract/products/schedules.ts'
import { useMessages } from '../../../messages/messages.ts'
import { CheckboxField, NumberField, SelectField, TagsField, TextField } from '../../../ui/field.tsx'
import { FormGrid } from '../../../ui/form.tsx'
import type { Form } from '../../../ui/use-form.ts'
import css from '../records/records.module.css'
import type { ScheduleDraft } from './schedule-draft.ts'

const COLUMN_PX = 190
const LANGUAGES = ['en', 'zh', 'pl'] as const

/** Where the periods of a week stand, how their times are kept, and what one frame writes. */
export function ScheduleFields({ form, sequences }: { form: Form<ScheduleDraft>; sequences: readonly string[] }) {
  const t = useMessages('products')
  const { values, set, error } = form
  const number = (name: 'address' | 'periods' | 'stride' | 'day_stride' | 'start') => ({
    required: true,
    value: Number.isNaN(values[name]) ? null : values[name],
    onChange: (value: number | null) => set(name, value ?? Number.NaN),
    error: error(name),
  })
  const last = LIMITS.record_registers_max - 1
  return (
    <>
      <FormGrid least_px={COLUMN_PX}>
        <TextField label={t(($) => $.points.fields.key)} required maxLength={24} {...form.field('key')} />
        {LANGUAGES.map((language) => (
          <TextField
            key={language}
            label={t(($) => $.points.fields[`name_${language}`])}
            maxLength={LIMITS.point_name_max}
            value={values.names[language]}
            onChange={(name) => set('names', { ...values.names, [language]: name })}
          />
        ))}
        <NumberField label={t(($) => $.records.address)} min={0} max={65_535} {...number('address')} />
        <SelectField
          label={t(($) => $.schedules.days)}
          value={values.days}
          onChange={(days = values.days) => set('days', days)}
          options={DAY_LAYOUTS.map((value) => ({ value, label: t(($) => $.schedules.day_layouts[value]) }))}
        />
        <SelectField
          label={t(($) => $.schedules.first_day)}
          disabled={values.days !== 'each_day'}
          value={values.first_day}
          onChange={(day = values.first_day) => set('first_day', day)}
          options={(['mon', 'sun'] as const).map((value) => ({
            value,
            label: t(($) => $.schedules.first_days[value]),
          }))}
        />
        <NumberField
          label={t(($) => $.schedules.day_stride)}
          min={1}
          max={LIMITS.schedule_day_registers_max}
          {...number('day_stride')}
        />
        <NumberField
          label={t(($) => $.schedules.periods)}
          min={1}
          max={LIMITS.schedule_periods_max}
          {...number('periods')}
        />
        <NumberField
          label={t(($) => $.schedules.stride)}
          min={1}
          max={LIMITS.record_registers_max}
          {...number('stride')}
        />
        <SelectField
          label={t(($) => $.schedules.time_format)}
          value={values.time_format}
          onChange={(format = values.time_format) => set('time_format', format)}
          options={TIME_FORMATS.map((value) => ({ value, label: t(($) => $.schedules.time_formats[value]) }))}
        />
        <NumberField label={t(($) => $.schedules.start)} min={0} max={last} {...number('start')} />
        <NumberField
          label={t(($) => $.schedules.end)}
          hint={t(($) => $.schedules.end_hint)}
          min={0}
          max={last}
          {...form.field('end')}
        />
        <TagsField
          label={t(($) => $.schedules.unused)}
          max={LIMITS.point_invalid_max}
          value={values.unused}
          onChange={(unused) => set('unused', unused)}
          error={error('unused')}
        />
        <SelectField
          label={t(($) => $.schedules.write_by)}
          value={values.write_by}
          onChange={(write_by = values.write_by) => set('write_by', write_by)}
          options={(['whole', 'run'] as const).map((value) => ({
            value,
            label: t(($) => $.schedules.write_bys[value]),
          }))}
        />
        <SelectField
          label={t(($) => $.points.fields.write_sequence)}
          clearable
          placeholder={t(($) => $.points.none_chosen)}
          value={values.write_sequence ?? undefined}
          onChange={(name) => set('write_sequence', name ?? null)}
          options={[...new Set([...sequences, ...(values.write_sequence === null ? [] : [values.write_sequence])])].map(
            (value) => ({ value, label: value }),
          )}
        />
      </FormGrid>
      <CheckboxField
        label={t(($) => $.schedules.has_value)}
        checked={values.has_value}
        onChange={(has_value) => set('has_value', has_value)}
      />
      {values.has_value && <ValueFields form={form} />}
    </>
  )
}

function ValueFields({ form }: { form: Form<ScheduleDraft> }) {
  const t = useMessages('products')
  const { value } = form.values
  const change = (part: Partial<ScheduleDraft['value']>) => form.set('value', { ...value, ...part })
  const number = (name: 'offset' | 'min' | 'max' | 'decimals') => ({
    value: Number.isNaN(value[name]) ? null : value[name],
    onChange: (typed: number | null) => change({ [name]: typed ?? Number.NaN }),
  })
  return (
    <fieldset className={css.values} aria-label={t(($) => $.schedules.value)}>
      <FormGrid least_px={COLUMN_PX}>
        <NumberField
          label={t(($) => $.schedules.value_offset)}
          min={0}
          max={LIMITS.record_registers_max - 1}
          {...number('offset')}
        />
        {LANGUAGES.map((language) => (
          <TextField
            key={language}
            label={t(($) => $.points.fields[`name_${language}`])}
            maxLength={LIMITS.point_name_max}
            value={value.names[language]}
            onChange={(name) => change({ names: { ...value.names, [language]: name } })}
          />
        ))}
        <TextField
          label={t(($) => $.points.fields.read)}
          maxLength={LIMITS.formula_max}
          value={value.read}
          onChange={(read) => change({ read })}
        />
        <TextField
          label={t(($) => $.points.fields.unit)}
          maxLength={LIMITS.unit_max}
          value={value.unit}
          onChange={(unit) => change({ unit })}
        />
        <NumberField label={t(($) => $.points.fields.decimals)} min={0} max={9} {...number('decimals')} />
        <NumberField label={t(($) => $.points.fields.min)} decimals={2} {...number('min')} />
        <NumberField label={t(($) => $.points.fields.max)} decimals={2} {...number('max')} />
      </FormGrid>
      {form.error('value') !== undefined && (
        <p className={css.error} role="alert">
          {form.error('value')}
        </p>
      )}
    </fieldset>
  )
}
