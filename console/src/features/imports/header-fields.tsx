import type { ImportBatch } from '@heatfleet/contract/imports/imports.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { MANUFACTURER, useDistributorChoices } from '../../cloud/distributor-choices.ts'
import { useSession } from '../../cloud/session.ts'
import { useMessages } from '../../messages/messages.ts'
import { SelectField, TextField, TreeSelectField } from '../../ui/field.tsx'
import type { Form } from '../../ui/use-form.ts'
import { useProductOptions } from './use-product-options.ts'

/** What all lines have in common, as it is typed; `agent_id` 0 = stock of the manufacturer. */
export type HeaderDraft = {
  product_key: string | undefined
  agent_id: number
  import_tag: string
  hardware_version: string
  remark: string
}

export const headerOf = (batch: ImportBatch | null): HeaderDraft => ({
  product_key: batch?.product_key ?? undefined,
  agent_id: batch?.agent_id ?? MANUFACTURER,
  import_tag: batch?.import_tag ?? '',
  hardware_version: batch?.hardware_version ?? '',
  remark: batch?.remark ?? '',
})

export const toHeader = ({ product_key, agent_id, ...texts }: HeaderDraft) => ({
  ...texts,
  product_key: product_key ?? null,
  agent_id: agent_id === MANUFACTURER ? null : agent_id,
})

/** Product, distributor, tag, hardware version and remark of an import. */
export function HeaderFields({ form }: { form: Pick<Form<HeaderDraft>, 'values' | 'set' | 'field' | 'error'> }) {
  const t = useMessages('imports')
  const own_id = useSession((session) => session.user?.agent_id ?? null)
  const products = useProductOptions()
  const choices = useDistributorChoices(t(($) => (own_id === null ? $.stock : $.header.own)))
  return (
    <>
      <SelectField
        search
        clearable
        label={t(($) => $.columns.product_name)}
        placeholder={t(($) => $.several)}
        hint={t(($) => $.header.product_hint)}
        loading={products === undefined}
        options={products ?? []}
        {...form.field('product_key')}
      />
      <TreeSelectField
        label={t(($) => $.columns.agent_name)}
        hint={t(($) => $.header.agent_hint)}
        options={choices}
        value={form.values.agent_id}
        onChange={(agent_id) => form.set('agent_id', agent_id ?? MANUFACTURER)}
        error={form.error('agent_id')}
      />
      <TextField
        label={t(($) => $.columns.import_tag)}
        hint={t(($) => $.header.tag_hint)}
        maxLength={LIMITS.import_tag_max}
        {...form.field('import_tag')}
      />
      <TextField
        label={t(($) => $.columns.hardware_version)}
        maxLength={LIMITS.hardware_version_max}
        {...form.field('hardware_version')}
      />
      <TextField label={t(($) => $.columns.remark)} maxLength={LIMITS.remark_max} {...form.field('remark')} />
    </>
  )
}
