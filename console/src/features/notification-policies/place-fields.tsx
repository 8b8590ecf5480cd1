import { NOTIFICATION_LIMITS } from '@heatfleet/contract/notification-policies/limits.ts'
import type { Policy } from '@heatfleet/contract/notification-policies/policy.ts'
import { useProducts } from '../../cloud/picker-reads.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { productName } from '../../messages/product-name.ts'
import { MultiSelectField } from '../../ui/field-multi-select.tsx'
import { SelectField } from '../../ui/field-select.tsx'
import type { Form } from '../../ui/use-form.ts'
import css from './notifications.module.css'
import type { Values } from './policy-form.tsx'

const EVERYWHERE = 0

/** Which units a policy is about: those of some products, those in a resource group. */
export function PlaceFields(props: {
  form: Form<Values>
  policy: Policy | null
  groups: readonly { group_id: number; group_name: string }[]
  loading: boolean
}) {
  const { form, policy, groups, loading } = props
  const t = useMessages('notification-policies')
  const lang = useLanguage()
  const products = useProducts()
  const names = new Map((products.data ?? []).map((product) => [product.product_key, productName(product, lang)]))
  // What the policy names already stays, whoever sees it.
  for (const key of policy?.product_keys ?? []) if (!names.has(key)) names.set(key, key)
  const offered = new Map(groups.map(({ group_id, group_name }) => [group_id, group_name]))
  const named = policy?.resource_group_id ?? null
  if (named !== null && !offered.has(named))
    offered.set(named, policy?.resource_group_name ?? t(($) => $.policy.group_gone))
  return (
    <fieldset className={css.group}>
      <legend>{t(($) => $.policy.where)}</legend>
      <MultiSelectField
        label={t(($) => $.policy.products)}
        hint={t(($) => $.policy.products_hint)}
        loading={products.isPending}
        max={NOTIFICATION_LIMITS.policy_products_max}
        options={[...names].map(([value, label]) => ({ value, label }))}
        {...form.field('product_keys')}
      />
      <SelectField
        search
        label={t(($) => $.policy.group)}
        hint={t(($) => $.policy.group_hint)}
        loading={loading}
        options={[
          { value: EVERYWHERE, label: t(($) => $.policy.group_none) },
          ...[...offered].map(([value, label]) => ({ value, label })),
        ]}
        value={form.values.resource_group_id ?? EVERYWHERE}
        onChange={(next) => form.set('resource_group_id', next === undefined || next === EVERYWHERE ? null : next)}
        error={form.error('resource_group_id')}
      />
    </fieldset>
  )
}
