import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useMessages } from '../../../messages/messages.ts'
import { CheckboxField, NumberField, SelectField } from '../../../ui/field.tsx'
import { FormGrid } from '../../../ui/form.tsx'
import type { Form } from '../../../ui/use-form.ts'
import { FormulaField } from './formula-field.tsx'
import type { PointDraft } from './point-draft.ts'
import { PointText } from './point-text-field.tsx'

const COLUMN_PX = 200

/** How a point is written: limits, command, what it is written together with, and who may. */
export function PointWriting({ form, sequences }: { form: Form<PointDraft>; sequences: readonly string[] }) {
  const t = useMessages('products')
  const { values, set } = form
  return (
    <FormGrid least_px={COLUMN_PX}>
      <SelectField
        label={t(($) => $.points.fields.rw)}
        value={values.rw}
        onChange={(rw = values.rw) => set('rw', rw)}
        options={(['r', 'rw'] as const).map((value) => ({ value, label: t(($) => $.points.rw[value]) }))}
      />
      {values.rw === 'rw' && (
        <>
          <SelectField
            label={t(($) => $.points.fields.write_cmd)}
            required
            placeholder={t(($) => $.points.none_chosen)}
            value={values.write_cmd ?? undefined}
            onChange={(write_cmd) => set('write_cmd', write_cmd ?? null)}
            options={([5, 6, 15, 16] as const).map((value) => ({ value, label: t(($) => $.points.writes[value]) }))}
          />
          <FormulaField form={form} name="write" hint={t(($) => $.points.hints.write)} />
          <PointText form={form} name="min" max={LIMITS.point_key_max} hint={t(($) => $.points.hints.limits)} />
          <PointText form={form} name="max" max={LIMITS.point_key_max} />
          <NumberField label={t(($) => $.points.fields.step)} decimals={2} {...form.field('step')} />
          <NumberField label={t(($) => $.points.fields.default_value)} decimals={2} {...form.field('default_value')} />
          <SelectField
            label={t(($) => $.points.fields.level)}
            value={values.level}
            onChange={(level = values.level) => set('level', level)}
            options={(['user', 'installer'] as const).map((value) => ({
              value,
              label: t(($) => $.points.levels[value]),
            }))}
          />
          <PointText
            form={form}
            name="write_group"
            max={LIMITS.write_name_max}
            hint={t(($) => $.points.hints.write_group)}
          />
          <SelectField
            label={t(($) => $.points.fields.write_sequence)}
            hint={t(($) => $.points.hints.write_sequence)}
            clearable
            placeholder={t(($) => $.points.none_chosen)}
            value={values.write_sequence ?? undefined}
            onChange={(write_sequence) => set('write_sequence', write_sequence ?? null)}
            options={[
              ...new Set([...sequences, ...(values.write_sequence === null ? [] : [values.write_sequence])]),
            ].map((value) => ({ value, label: value }))}
          />
          <CheckboxField
            label={t(($) => $.points.fields.write_verified)}
            checked={values.write_verified}
            onChange={(write_verified) => set('write_verified', write_verified)}
          />
        </>
      )}
    </FormGrid>
  )
}
