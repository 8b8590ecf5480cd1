import { DeviceFilter } from '@heatfleet/contract/devices/devices.ts'
import { parseIdList } from '@heatfleet/contract/identifiers.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useDistributorChoices } from '../../cloud/distributor-choices.ts'
import { useDeviceGroupNames, useDeviceTagNames, useProducts } from '../../cloud/picker-reads.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { productName } from '../../messages/product-name.ts'
import { RadioGroupField, SelectField, TextAreaField, TextField, TreeSelectField } from '../../ui/field.tsx'
import { FormGrid } from '../../ui/form.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Form } from '../../ui/use-form.ts'
import css from './rollouts.module.css'
import { useTargetText } from './target-text.ts'
import { TARGET_WAYS, type WizardDraft } from './wizard-draft.ts'

/** Which units: of one product, by a filter, a group, their ids, or what the device list showed. */
export function UnitsStep({ form }: { form: Form<WizardDraft> }) {
  const t = useMessages('rollouts')
  const lang = useLanguage()
  const products = useProducts().data ?? []
  const { by, listed, product_key } = form.values
  const ways = TARGET_WAYS.filter((way) => way !== 'listed' || listed !== null)
  const choose = (next: string | undefined) => {
    if (next === undefined || next === product_key) return
    form.set('product_key', next)
    // Settings are points of the product.
    form.set('points', [])
    form.set('template', null)
  }
  return (
    <Panel title={t(($) => $.wizard.steps.units)}>
      <div className={css.parts}>
        <FormGrid>
          <SelectField
            label={t(($) => $.wizard.product)}
            required
            search
            value={product_key === '' ? undefined : product_key}
            options={products.map((product) => ({ value: product.product_key, label: productName(product, lang) }))}
            onChange={choose}
          />
        </FormGrid>
        <RadioGroupField
          inline
          label={t(($) => $.wizard.by)}
          value={by}
          onChange={(way) => form.set('by', way)}
          options={ways.map((way) => ({ value: way, label: t(($) => $.wizard.ways[way]) }))}
        />
        {by === 'filter' && <FilterFields form={form} />}
        {by === 'group' && <GroupField form={form} />}
        {by === 'macs' && <MacsField form={form} />}
        {by === 'listed' && <Listed form={form} />}
        {by !== 'macs' && <p className={css.weak}>{t(($) => $.wizard.frozen)}</p>}
      </div>
    </Panel>
  )
}

function FilterFields({ form }: { form: Form<WizardDraft> }) {
  const t = useMessages('rollouts')
  const agents = useDistributorChoices(null)
  const tags = useDeviceTagNames().data ?? []
  return (
    <FormGrid>
      <TreeSelectField
        label={t(($) => $.wizard.agent)}
        clearable
        placeholder={t(($) => $.wizard.any)}
        options={agents}
        {...form.field('agent_id')}
      />
      <SelectField
        label={t(($) => $.wizard.tag)}
        clearable
        search
        placeholder={t(($) => $.wizard.any)}
        value={form.values.tag === '' ? undefined : form.values.tag}
        onChange={(tag) => form.set('tag', tag ?? '')}
        options={tags.map(({ tag, device_count }) => ({ value: tag, label: `${tag} · ${device_count}` }))}
      />
      <TextField label={t(($) => $.wizard.device_name)} maxLength={100} {...form.field('device_name')} />
      <TextField label={t(($) => $.wizard.software)} maxLength={40} {...form.field('software_version')} />
      <TextField label={t(($) => $.wizard.hardware)} maxLength={40} {...form.field('hardware_version')} />
      <TextField label={t(($) => $.wizard.import_tag)} maxLength={40} {...form.field('import_tag')} />
    </FormGrid>
  )
}

function GroupField({ form }: { form: Form<WizardDraft> }) {
  const t = useMessages('rollouts')
  const groups = useDeviceGroupNames().data
  return (
    <FormGrid>
      <SelectField
        label={t(($) => $.wizard.group)}
        required
        search
        loading={groups === undefined}
        options={(groups ?? []).map(({ group_id, group_name }) => ({ value: group_id, label: group_name }))}
        hint={groups?.length === 0 ? t(($) => $.wizard.no_groups) : undefined}
        {...form.field('group_id')}
      />
    </FormGrid>
  )
}

function MacsField({ form }: { form: Form<WizardDraft> }) {
  const t = useMessages('rollouts')
  const { ids, incomplete } = parseIdList(form.values.macs)
  const error =
    incomplete.length > 0
      ? t(($) => $.wizard.macs_incomplete, { count: incomplete.length, ids: incomplete.slice(0, 3).join(', ') })
      : undefined
  return (
    <TextAreaField
      label={t(($) => $.wizard.macs)}
      required
      rows={8}
      hint={
        ids.length === 0
          ? t(($) => $.wizard.macs_hint, { max: LIMITS.filter_ids_max })
          : t(($) => $.units, { count: ids.length })
      }
      {...form.field('macs')}
      error={error}
    />
  )
}

/** What the device list showed when the wizard was opened from there. */
function Listed({ form }: { form: Form<WizardDraft> }) {
  const targetText = useTargetText()
  const filter = DeviceFilter.safeParse(form.values.listed ?? {})
  return <p className={css.listed}>{filter.success ? targetText({ by: 'filter', filter: filter.data }) : ''}</p>
}
