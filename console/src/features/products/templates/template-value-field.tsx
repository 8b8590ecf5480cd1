import { checkTemplateValue } from '@heatfleet/contract/products/check-templates.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { useCodeText } from '../../../messages/error-text.ts'
import { useMessages } from '../../../messages/messages.ts'
import { usePointText } from '../../../points/point-text.ts'
import { choiceName } from '../../../points/readings.ts'
import { Button } from '../../../ui/button.tsx'
import { NumberField, SelectField } from '../../../ui/field.tsx'
import { CloseIcon } from '../../../ui/icons.tsx'
import css from '../products.module.css'

/** One setting of a template; `point` undefined = it no longer exists. */
export function TemplateValueField(props: {
  point: DataPoint | string
  value: number
  /** The template's values of other points, for limits given by a point. */
  templateValue: (key: string) => number | undefined
  onChange: (value: number) => void
  onRemove: () => void
}) {
  const t = useMessages('products')
  const { nameOf } = usePointText()
  const codeText = useCodeText()
  const { point, value } = props
  const name = typeof point === 'string' ? point : nameOf(point)
  const problem = typeof point === 'string' ? null : checkTemplateValue(point, value, props.templateValue)
  return (
    <div className={css.expect}>
      <span>{name}</span>
      {typeof point === 'string' ? (
        <span className={css.error}>{t(($) => $.templates.gone)}</span>
      ) : (
        <ValueField
          point={point}
          label={t(($) => $.templates.value_of, { name })}
          value={value}
          error={problem === null ? undefined : codeText(problem.code, problem.details)}
          onChange={props.onChange}
        />
      )}
      <Button
        size="small"
        kind="text"
        icon={CloseIcon}
        label={t(($) => $.templates.remove_point, { name })}
        onClick={props.onRemove}
      />
    </div>
  )
}

function ValueField(props: {
  point: DataPoint
  label: string
  value: number
  error: string | undefined
  onChange: (value: number) => void
}) {
  const { language } = usePointText()
  const { point, label, value, error, onChange } = props
  const is_bit = point.data_type === 'bool' || point.data_type === 'bit'
  const named = point.choices.length > 0 ? point.choices.map((choice) => choice.value) : is_bit ? [0, 1] : []
  if (named.length === 0)
    return (
      <NumberField
        label={label}
        quiet
        unit={point.unit}
        decimals={point.decimals}
        step={point.step ?? 10 ** -point.decimals}
        value={Number.isNaN(value) ? null : value}
        error={error}
        onChange={(next) => onChange(next ?? Number.NaN)}
      />
    )
  return (
    <SelectField
      label={label}
      quiet
      value={value}
      error={error}
      options={named.map((one) => ({ value: one, label: choiceName(point, one, language) ?? String(one) }))}
      onChange={(next) => next !== undefined && onChange(next)}
    />
  )
}
