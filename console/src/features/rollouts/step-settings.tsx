import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useMessages } from '../../messages/messages.ts'
import { usePointText } from '../../points/point-text.ts'
import { useDefinition } from '../../points/use-definition.ts'
import { SelectField } from '../../ui/field.tsx'
import { FormGrid } from '../../ui/form.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import type { Form } from '../../ui/use-form.ts'
import { startValue, TemplateValueField } from '../products/public.ts'
import css from './rollouts.module.css'
import type { WizardDraft } from './wizard-draft.ts'

/** Value of the template list that stands for none. */
const BY_HAND = ''

/** Which settings: of a template of the product, changed or not, or point by point. */
export function SettingsStep({ form }: { form: Form<WizardDraft> }) {
  const t = useMessages('rollouts')
  const { language, nameOf } = usePointText()
  const { points, template, product_key } = form.values
  const { definition, templates, error } = useDefinition(product_key)
  if (definition === null) return error === null ? <Loading /> : <ErrorState error={error} />
  const written = [...definition.values()].filter(({ rw, write_cmd }) => rw === 'rw' && write_cmd !== null)
  const used = new Set(points.map(({ key }) => key))
  const settingOf = (key: string) => points.find((one) => one.key === key)?.value
  const change = (next: WizardDraft['points']) => form.set('points', next)
  const applyTemplate = (name: string | undefined) => {
    const chosen = templates.find(({ names }) => names.en === name)
    form.set('template', chosen === undefined ? null : chosen.names.en)
    if (chosen !== undefined) change(chosen.values)
  }
  return (
    <Panel title={t(($) => $.wizard.steps.settings)}>
      <div className={css.parts}>
        {templates.length > 0 && (
          <FormGrid>
            <SelectField
              label={t(($) => $.wizard.template)}
              value={template ?? BY_HAND}
              onChange={applyTemplate}
              options={[
                { value: BY_HAND, label: t(($) => $.wizard.by_hand) },
                ...templates.map(({ names }) => ({ value: names.en, label: names[language] || names.en })),
              ]}
            />
          </FormGrid>
        )}
        {points.length === 0 && <p className={css.weak}>{t(($) => $.wizard.no_points)}</p>}
        {points.map(({ key, value }, at) => (
          <TemplateValueField
            key={key}
            point={definition.get(key) ?? key}
            value={value}
            templateValue={settingOf}
            onChange={(next) => change(points.with(at, { key, value: next }))}
            onRemove={() => change(points.toSpliced(at, 1))}
          />
        ))}
        <FormGrid>
          <SelectField
            label={t(($) => $.wizard.add_point)}
            search
            value={undefined}
            disabled={points.length >= LIMITS.control_points_max}
            options={written
              .filter(({ key }) => !used.has(key))
              .map((point) => ({ value: point.key, label: nameOf(point) }))}
            onChange={(key) => {
              const point = written.find((one) => one.key === key)
              if (point !== undefined) change([...points, { key: point.key, value: startValue(point) }])
            }}
          />
        </FormGrid>
        <p className={css.weak}>{t(($) => $.wizard.unverified)}</p>
      </div>
    </Panel>
  )
}
