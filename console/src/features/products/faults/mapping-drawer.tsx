import type { FaultCode } from '@heatfleet/contract/faults/codes.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { DataPoint } from '@heatfleet/contract/products/points.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { useMissingPermission } from '../../../messages/missing-permission.ts'
import { pointName } from '../../../points/readings.ts'
import { CheckboxField, RadioGroupField, SelectField, TextField } from '../../../ui/field.tsx'
import { FormDrawer, FormGrid } from '../../../ui/form.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { useFaultName } from '../../faults/public.ts'
import type { DraftEditor } from '../points/use-draft.ts'
import css from '../products.module.css'
import { ChoiceRows } from './choice-rows.tsx'
import { isBit, withOwn } from './product-faults.ts'

/** The meaning of a point's bits or values: fault codes, or names in three languages. Mounted = open. */
export function MappingDrawer(props: {
  point: DataPoint
  /** Codes of the product's sets. */
  codes: readonly FaultCode[]
  editor: DraftEditor
  onClose: () => void
}) {
  const t = useMessages('products')
  const points = useMessages('products')
  const lang = useLanguage()
  const faultName = useFaultName()
  const missing_permission = useMissingPermission('datapoint:edit')
  const { point, editor } = props
  const { alarm, normal, fault, choices, names } = point
  const form = useForm({
    schema: DataPoint,
    initial: { alarm, normal, fault, choices, name_en: names.en, name_zh: names.zh, name_pl: names.pl },
    toBody: ({ name_en, name_zh, name_pl, ...rest }) => ({
      ...point,
      ...rest,
      names: { en: name_en, zh: name_zh, pl: name_pl },
    }),
    onSave: (saved) => editor.change({ set: [saved] }),
    onSaved: props.onClose,
  })
  const { values, set } = form
  const is_bit = isBit(point)
  const codes = [...new Map(props.codes.map((code) => [code.code, code])).values()].map((code) => ({
    value: code.code,
    label: `${code.code} · ${faultName(code)}`,
  }))
  return (
    <FormDrawer
      form={form}
      width={860}
      title={pointName(point, lang)}
      save={points(($) => $.points.form.save)}
      saveDisabledReason={missing_permission}
      onClose={props.onClose}
    >
      <div className={css.parts}>
        <CheckboxField
          label={points(($) => $.points.fields.alarm)}
          checked={values.alarm}
          onChange={(checked) => set('alarm', checked)}
        />
        {values.alarm && is_bit && (
          <>
            <SelectField
              label={t(($) => $.fault_mapping.code)}
              hint={codes.length === 0 ? t(($) => $.fault_mapping.sets_first) : t(($) => $.fault_mapping.code_hint)}
              search
              clearable
              placeholder={points(($) => $.points.none_chosen)}
              value={values.fault ?? undefined}
              onChange={(code) => set('fault', code ?? null)}
              options={withOwn(codes, values.fault)}
            />
            <RadioGroupField
              label={points(($) => $.points.fields.normal)}
              inline
              value={values.normal}
              onChange={(value) => set('normal', value)}
              options={([0, 1] as const).map((value) => ({ value, label: String(value) }))}
            />
          </>
        )}
        <FormGrid least_px={180}>
          <TextField
            label={points(($) => $.points.fields.name_en)}
            maxLength={LIMITS.point_name_max}
            {...form.field('name_en')}
          />
          <TextField
            label={points(($) => $.points.fields.name_zh)}
            maxLength={LIMITS.point_name_max}
            {...form.field('name_zh')}
          />
          <TextField
            label={points(($) => $.points.fields.name_pl)}
            maxLength={LIMITS.point_name_max}
            {...form.field('name_pl')}
          />
        </FormGrid>
        <ChoiceRows
          choices={values.choices}
          codes={values.alarm && !is_bit ? codes : null}
          error={form.error('choices') && points(($) => $.points.form.choices_wrong)}
          onChange={(next) => set('choices', next)}
        />
      </div>
    </FormDrawer>
  )
}
