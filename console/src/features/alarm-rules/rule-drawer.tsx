import { ALARM_RULE_LIMITS } from '@heatfleet/contract/alarm-rules/limits.ts'
import { type AlarmRule, AlarmRuleDraft } from '@heatfleet/contract/alarm-rules/rule.ts'
import { api } from '@heatfleet/contract/api.ts'
import { parseIdList } from '@heatfleet/contract/identifiers.ts'
import { useState } from 'react'
import { useChange } from '../../cloud/call.ts'
import { useProducts } from '../../cloud/picker-reads.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { productName } from '../../messages/product-name.ts'
import { useDefinition } from '../../points/use-definition.ts'
import { SelectField, SwitchField, TextField } from '../../ui/field.tsx'
import { FormDrawer } from '../../ui/form.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { type Form, useForm } from '../../ui/use-form.ts'
import { AfterFields } from './after-fields.tsx'
import css from './alarm-rules.module.css'
import { ConditionFields } from './condition-fields.tsx'
import { HoldFields } from './hold-fields.tsx'
import { bodyOf, NEW_GROUP, type RuleDraft, startDraft } from './rule-draft.ts'
import { useRuleSentence } from './sentence.ts'
import { TargetFields } from './target-fields.tsx'
import { TestPanel } from './test-panel.tsx'

const WIDTH_PX = 760

/** The editor of a rule, which says in words what is typed, and tests it. `copied` = what a new one begins with. Mounted = open. */
export function RuleDrawer({
  rule,
  copied = null,
  onClose,
}: {
  rule: AlarmRule | null
  copied?: AlarmRule | null
  onClose: () => void
}) {
  const t = useMessages('alarm-rules')
  const missing_permission = useMissingPermission('alarm-rule:edit')
  const lacks_enable = useMissingPermission('alarm-rule:enable')
  const form = useRuleForm(rule, copied, onClose)
  const locked = missing_permission ?? (rule?.lock === 'not_own' ? t(($) => $.not_own) : undefined)
  const { macs } = form.values.target
  const { incomplete } = parseIdList(macs)
  const wrong =
    form.values.target.by === 'devices' && incomplete.length > 0
      ? t(($) => $.form.macs_incomplete, { count: incomplete.length, ids: incomplete.slice(0, 3).join(', ') })
      : undefined
  return (
    <FormDrawer
      form={form}
      width={WIDTH_PX}
      title={rule?.rule_name ?? t(($) => $.create)}
      onClose={onClose}
      saveDisabledReason={locked ?? wrong}
    >
      <TextField
        label={t(($) => $.form.name)}
        required
        maxLength={ALARM_RULE_LIMITS.name_max}
        {...form.field('rule_name')}
      />
      <ProductField form={form} />
      <TargetFields form={form} wrong={wrong} />
      <ConditionFields form={form} />
      <HoldFields form={form} />
      <AfterFields form={form} named={(rule ?? copied)?.notify_policies ?? []} />
      <SwitchField
        label={t(($) => $.form.enabled)}
        hint={lacks_enable ?? t(($) => $.form.enabled_hint)}
        checked={form.values.enabled}
        disabled={lacks_enable !== undefined || locked !== undefined}
        onChange={(on) => form.set('enabled', on)}
      />
      <Told form={form} />
      {missing_permission === undefined && (
        <TestPanel body={bodyOf(form.values)} product_key={form.values.product_key} />
      )}
    </FormDrawer>
  )
}

const useRuleForm = (rule: AlarmRule | null, copied: AlarmRule | null, onClose: () => void): Form<RuleDraft> => {
  const t = useMessages('alarm-rules')
  const notify = useNotify()
  const create = useChange(api.alarmRuleCreate)
  const edit = useChange(api.alarmRuleEdit)
  const enable = useChange(api.alarmRuleEnable)
  const [initial] = useState(() => {
    if (copied === null) return startDraft(rule)
    const name = t(($) => $.copy_name, { name: copied.rule_name }).slice(0, ALARM_RULE_LIMITS.name_max)
    return { ...startDraft(copied), rule_name: name, enabled: false }
  })
  const form = useForm({
    schema: AlarmRuleDraft,
    initial,
    toBody: bodyOf,
    onSave: async (body) => {
      const saved =
        rule === null
          ? await create.mutateAsync({ body })
          : await edit.mutateAsync({
              params: { id: rule.rule_id },
              body: { ...body, updated_at: rule.updated_at },
            })
      const { enabled } = form.values
      if (saved.enabled !== enabled) await enable.mutateAsync({ params: { id: saved.rule_id }, body: { enabled } })
      return saved
    },
    onSaved: ({ rule_name }) => {
      notify.success(t(($) => (rule === null ? $.created : $.saved), { name: rule_name }))
      onClose()
    },
  })
  return form
}

function ProductField({ form }: { form: Form<RuleDraft> }) {
  const t = useMessages('alarm-rules')
  const lang = useLanguage()
  const products = useProducts().data ?? []
  const { product_key } = form.values
  return (
    <SelectField
      label={t(($) => $.form.product)}
      required
      search
      value={product_key === '' ? undefined : product_key}
      options={products.map((product) => ({ value: product.product_key, label: productName(product, lang) }))}
      onChange={(next) => {
        if (next === undefined || next === product_key) return
        form.set('product_key', next)
        // Conditions compare points of the product.
        form.set('condition', { match: 'all', groups: [NEW_GROUP] })
      }}
      error={form.error('product_key')}
    />
  )
}

/** What is typed, in words. */
function Told({ form: { values } }: { form: Form<RuleDraft> }) {
  const t = useMessages('alarm-rules')
  const sentenceOf = useRuleSentence()
  const { definition } = useDefinition(values.product_key === '' ? undefined : values.product_key)
  const parsed = AlarmRuleDraft.safeParse({ ...bodyOf(values), rule_name: '-' }).data
  const { clear_minutes, cool_down_minutes } = parsed ?? { clear_minutes: 0, cool_down_minutes: 0 }
  return (
    <section className={css.told} aria-label={t(($) => $.form.says)}>
      <h3>{t(($) => $.form.says)}</h3>
      {parsed === undefined ? (
        <p className={css.weak}>{t(($) => $.sentence.incomplete)}</p>
      ) : (
        <>
          <p>
            <b>{sentenceOf(parsed, definition)}</b>
          </p>
          <p className={css.weak}>
            {clear_minutes === 0
              ? t(($) => $.sentence.clear_at_once)
              : t(($) => $.sentence.clear_after, { minutes: clear_minutes })}{' '}
            {cool_down_minutes > 0 && t(($) => $.sentence.cool_down, { minutes: cool_down_minutes })}
          </p>
        </>
      )}
    </section>
  )
}
