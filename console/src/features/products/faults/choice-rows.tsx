import { LIMITS } from '@heatfleet/contract/limits.ts'
import { CHOICE_COLOURS, type DataPoint } from '@heatfleet/contract/products/points.ts'
import { useMessages } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { NumberField, SelectField, TextField } from '../../../ui/field.tsx'
import { CloseIcon, PlusIcon } from '../../../ui/icons.tsx'
import css from '../products.module.css'
import { withOwn } from './product-faults.ts'

type Choices = DataPoint['choices']
const LANGUAGES = ['en', 'zh', 'pl'] as const

/** Values with names in three languages and a colour; with `codes`, each value of a fault word with its fault code. */
export function ChoiceRows(props: {
  choices: Choices
  codes: readonly { value: string; label: string }[] | null
  error: string | undefined
  onChange: (choices: Choices) => void
}) {
  const t = useMessages('products')
  const points = useMessages('products')
  const { choices, codes, onChange } = props
  const change = (at: number, part: Partial<Choices[number]>) =>
    onChange(choices.map((choice, index) => (index === at ? { ...choice, ...part } : choice)))
  const replace = (at: number, next: Choices[number]) => onChange(choices.toSpliced(at, 1, next))
  const add = () => {
    const value = choices.length === 0 ? 0 : Math.max(...choices.map((choice) => choice.value || 0)) + 1
    onChange([...choices, { value, names: { en: '', zh: '', pl: '' } }])
  }
  return (
    <fieldset className={css.choices}>
      <legend>{points(($) => $.points.fields.choices)}</legend>
      {choices.map((choice, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line may hold the same value as another while it is typed
        <div key={at} className={css.choice} data-coded={codes !== null || undefined}>
          <NumberField
            label={t(($) => $.fault_mapping.value)}
            quiet={at > 0}
            value={Number.isNaN(choice.value) ? null : choice.value}
            onChange={(value) => change(at, { value: value ?? Number.NaN })}
          />
          {LANGUAGES.map((lang) => (
            <TextField
              key={lang}
              label={points(($) => $.points.fields[`name_${lang}`])}
              quiet={at > 0}
              maxLength={LIMITS.point_name_max}
              value={choice.names[lang]}
              onChange={(name) => change(at, { names: { ...choice.names, [lang]: name } })}
            />
          ))}
          <SelectField
            label={t(($) => $.fault_mapping.colour)}
            quiet={at > 0}
            clearable
            placeholder={t(($) => $.fault_mapping.plain)}
            value={choice.colour}
            onChange={(colour) => {
              const { colour: _, ...bare } = choice
              replace(at, colour === undefined ? bare : { ...bare, colour })
            }}
            options={CHOICE_COLOURS.map((value) => ({ value, label: t(($) => $.fault_mapping.colours[value]) }))}
          />
          {codes !== null && (
            <SelectField
              label={t(($) => $.fault_mapping.code)}
              quiet={at > 0}
              search
              clearable
              placeholder={points(($) => $.points.none_chosen)}
              value={choice.fault}
              onChange={(code) => {
                const { fault: _, ...bare } = choice
                replace(at, code === undefined ? bare : { ...bare, fault: code })
              }}
              options={withOwn(codes, choice.fault)}
            />
          )}
          <Button
            size="small"
            kind="text"
            icon={CloseIcon}
            label={t(($) => $.fault_mapping.remove, { value: choice.value })}
            onClick={() => onChange(choices.toSpliced(at, 1))}
          />
        </div>
      ))}
      {props.error !== undefined && (
        <p className={css.error} role="alert">
          {props.error}
        </p>
      )}
      <Button size="small" icon={PlusIcon} disabled={choices.length >= LIMITS.point_choices_max} onClick={add}>
        {t(($) => $.fault_mapping.add)}
      </Button>
    </fieldset>
  )
}
