import { LIMITS } from '@heatfleet/contract/limits.ts'
import { PREVIEW_OUTCOMES } from '@heatfleet/contract/rollouts/preview.ts'
import type { RolloutDraft, RolloutSettings } from '@heatfleet/contract/rollouts/rollout.ts'
import { useProducts } from '../../cloud/picker-reads.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { productName } from '../../messages/product-name.ts'
import { Facts } from '../../ui/facts.tsx'
import { TextAreaField, TextField } from '../../ui/field.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import type { Form } from '../../ui/use-form.ts'
import type { PreviewTotals } from './preview.tsx'
import { SettingList, useRuleFacts } from './rollout-facts.tsx'
import css from './rollouts.module.css'
import { useTargetText } from './target-text.ts'
import type { WizardDraft } from './wizard-draft.ts'

/** All of it once more, and what it is called. */
export function ReviewStep(props: {
  form: Form<WizardDraft>
  settings: RolloutSettings
  rules: RolloutDraft
  counts: PreviewTotals | undefined
}) {
  const t = useMessages('rollouts')
  const lang = useLanguage()
  const targetText = useTargetText()
  const ruleFacts = useRuleFacts()
  const products = useProducts().data ?? []
  const { form, settings, rules, counts } = props
  const product = products.find(({ product_key }) => product_key === settings.product_key)
  return (
    <div className={css.columns}>
      <Panel title={t(($) => $.wizard.called)}>
        <div className={css.parts}>
          <TextField
            label={t(($) => $.wizard.name)}
            required
            maxLength={LIMITS.rollout_name_max}
            {...form.field('name')}
          />
          <TextAreaField
            label={t(($) => $.wizard.remark)}
            rows={3}
            maxLength={LIMITS.remark_max}
            {...form.field('remark')}
          />
          <p className={css.weak}>{t(($) => $.wizard.then)}</p>
        </div>
      </Panel>
      <Panel title={t(($) => $.detail.overview)}>
        <div className={css.parts}>
          <Facts
            least_px={170}
            items={[
              {
                label: t(($) => $.columns.product_name),
                value: product === undefined ? settings.product_key : productName(product, lang),
              },
              { label: t(($) => $.columns.target), value: targetText(settings.target) },
              {
                label: t(($) => $.detail.preview),
                wide: true,
                value:
                  counts === undefined
                    ? null
                    : PREVIEW_OUTCOMES.filter((outcome) => counts[outcome] > 0)
                        .map((outcome) => `${t(($) => $.outcomes[outcome])}: ${formatNumber(counts[outcome], 0, lang)}`)
                        .join(' · '),
              },
              ...ruleFacts({ ...rules, wave_sizes: [] }),
            ]}
          />
          <SettingList settings={settings} />
        </div>
      </Panel>
    </div>
  )
}
