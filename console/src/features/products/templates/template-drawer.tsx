import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { ControlTemplate } from '@heatfleet/contract/products/settings.ts'
import { useMessages } from '../../../messages/messages.ts'
import { usePointText } from '../../../points/point-text.ts'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { FormDrawer, FormGrid } from '../../../ui/form.tsx'
import { useForm } from '../../../ui/use-form.ts'
import css from '../products.module.css'
import { startValue } from './template-value.ts'
import { TemplateValueField } from './template-value-field.tsx'

/** One template: its name in three languages, and its settings with values. Mounted = open. */
export function TemplateDrawer(props: {
  template: ControlTemplate
  is_new: boolean
  points: readonly DataPoint[]
  /** Points that can be added. */
  written: readonly DataPoint[]
  missing_permission: string | undefined
  onKeep: (template: ControlTemplate) => Promise<boolean>
  onClose: () => void
}) {
  const t = useMessages('products')
  const product_texts = useMessages('products')
  const { nameOf } = usePointText()
  const form = useForm({
    schema: ControlTemplate,
    initial: props.template,
    onSave: props.onKeep,
    onSaved: props.onClose,
  })
  const { values, names } = form.values
  const used_keys = new Set(values.map(({ key }) => key))
  const templateValue = (key: string) => values.find((one) => one.key === key)?.value
  const add = (key: string | undefined) => {
    const point = props.written.find((one) => one.key === key)
    if (point !== undefined) form.set('values', [...values, { key: point.key, value: startValue(point) }])
  }
  return (
    <FormDrawer
      form={form}
      width={620}
      title={props.is_new ? t(($) => $.templates.new) : props.template.names.en}
      save={product_texts(($) => $.points.form.save)}
      saveDisabledReason={
        props.missing_permission ?? (values.length === 0 ? t(($) => $.templates.add_first) : undefined)
      }
      onClose={props.onClose}
    >
      <div className={css.parts}>
        <FormGrid least_px={170}>
          {(['en', 'zh', 'pl'] as const).map((language) => (
            <TextField
              key={language}
              label={product_texts(($) => $.points.fields[`name_${language}`])}
              required={language === 'en'}
              maxLength={LIMITS.point_text_max}
              value={names[language]}
              onChange={(name) => form.set('names', { ...names, [language]: name })}
              error={language === 'en' && names.en === '' ? form.error('names') : undefined}
            />
          ))}
        </FormGrid>
        {values.map(({ key, value }, at) => (
          <TemplateValueField
            key={key}
            point={props.points.find((one) => one.key === key) ?? key}
            value={value}
            templateValue={templateValue}
            onChange={(next) => form.set('values', values.with(at, { key, value: next }))}
            onRemove={() => form.set('values', values.toSpliced(at, 1))}
          />
        ))}
        <SelectField
          label={t(($) => $.templates.add_point)}
          search
          value={undefined}
          disabled={values.length >= LIMITS.control_points_max}
          hint={t(($) => $.templates.add_hint, { max: LIMITS.control_points_max })}
          options={props.written
            .filter(({ key }) => !used_keys.has(key))
            .map((point) => ({ value: point.key, label: nameOf(point) }))}
          onChange={add}
        />
      </div>
    </FormDrawer>
  )
}
