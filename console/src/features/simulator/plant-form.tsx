import { api } from '@heatfleet/contract/api.ts'
import { parseIdList } from '@heatfleet/contract/identifiers.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { PLANTED_KINDS, type PlantedKind } from '@heatfleet/contract/simulator/planted-events.ts'
import { PlantDraft, PlantTarget } from '@heatfleet/contract/simulator/simulator.ts'
import { useChange, useRead } from '../../cloud/call.ts'
import { useDistributorChoices } from '../../cloud/distributor-choices.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { productName } from '../../messages/product-name.ts'
import { RadioGroupField } from '../../ui/field-choices.tsx'
import { NumberField } from '../../ui/field-number.tsx'
import { RegionField } from '../../ui/field-region.tsx'
import { SelectField } from '../../ui/field-select.tsx'
import { TextAreaField } from '../../ui/field-text-area.tsx'
import { TreeSelectField } from '../../ui/field-tree-select.tsx'
import { FormDrawer, FormGrid } from '../../ui/form.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { useForm } from '../../ui/use-form.ts'
import { faultLabel, type SimulatedProducts } from './event-text.ts'
import css from './simulator.module.css'

const WAYS = ['all', 'agent', 'region', 'macs'] as const
const FACTORY_MINUTES = 30
const COLD_K = -15

type Values = {
  kind: PlantedKind
  product_key: string | undefined
  fault_key: string | undefined
  delta_k: number | null
  way: (typeof WAYS)[number]
  agent_id: number | undefined
  region_code: string | null
  macs: string
  /** Where refusals of any way are shown. */
  target: null
  starts_in_min: number | null
  minutes: number | null
}

const targetOf = ({ way, agent_id, region_code, macs }: Values) => {
  if (way === 'agent') return { by: way, agent_id }
  if (way === 'region') return { by: way, region_code: region_code ?? '' }
  return way === 'macs' ? { by: way, macs: parseIdList(macs).ids } : { by: way }
}

const bodyOf = (values: Values) => {
  const { kind, product_key, fault_key, delta_k, starts_in_min, minutes } = values
  return {
    kind,
    target: targetOf(values),
    ...(product_key === undefined ? {} : { product_key }),
    ...(kind === 'fault' && fault_key !== undefined ? { fault_key } : {}),
    ...(kind === 'cold_wave' && delta_k !== null ? { delta_k } : {}),
    starts_in_min,
    minutes,
  }
}

/** Plants an event: what, at which units, from when, how long. */
export function PlantForm(props: { kind: PlantedKind; products: SimulatedProducts; onClose: () => void }) {
  const { products, onClose } = props
  const t = useMessages('simulator')
  const lang = useLanguage()
  const notify = useNotify()
  const plant = useChange(api.plantEvent)
  const agents = useDistributorChoices(null)
  const only = products.length === 1 ? products[0]?.product_key : undefined
  const initial: Values = {
    kind: props.kind,
    product_key: only,
    fault_key: undefined,
    delta_k: COLD_K,
    way: 'all',
    agent_id: undefined,
    region_code: null,
    macs: '',
    target: null,
    starts_in_min: 0,
    minutes: FACTORY_MINUTES,
  }
  const form = useForm({
    schema: PlantDraft,
    initial,
    toBody: bodyOf,
    onSave: (body) => plant.mutateAsync({ body }),
    onSaved: ({ units }) => {
      notify.success(t(($) => $.planted, { count: units }))
      onClose()
    },
  })
  const { values } = form
  const { kind, way, product_key } = values
  const faults = products.find((product) => product.product_key === product_key)?.faults ?? []
  return (
    <FormDrawer form={form} title={t(($) => $.plant)} save={t(($) => $.plant)} onClose={onClose}>
      <RadioGroupField
        label={t(($) => $.form.kind)}
        options={PLANTED_KINDS.map((value) => ({ value, label: t(($) => $.kinds[value]) }))}
        {...form.field('kind')}
      />
      <p className={css.hint}>{t(($) => $.hints[kind])}</p>
      <SelectField
        label={t(($) => $.form.product)}
        required={kind === 'fault'}
        clearable={kind !== 'fault'}
        placeholder={t(($) => $.form.any_product)}
        options={products.map((product) => ({
          value: product.product_key,
          label: productName({ name: product.product_name, english_name: product.product_english_name }, lang),
        }))}
        {...form.field('product_key')}
      />
      {kind === 'fault' && (
        <SelectField
          label={t(($) => $.form.fault)}
          required
          search
          options={faults.map((fault) => ({ value: fault.key, label: faultLabel(fault, lang) }))}
          {...form.field('fault_key')}
        />
      )}
      {kind === 'cold_wave' && (
        <NumberField
          label={t(($) => $.form.delta)}
          required
          unit="K"
          min={LIMITS.planted_delta_min_k}
          max={LIMITS.planted_delta_max_k}
          {...form.field('delta_k')}
        />
      )}
      <RadioGroupField
        label={t(($) => $.form.where)}
        options={WAYS.map((value) => ({ value, label: t(($) => $.ways[value]) }))}
        {...form.field('way')}
        error={way === 'all' ? form.error('target') : undefined}
      />
      {way === 'agent' && (
        <TreeSelectField
          label={t(($) => $.form.agent)}
          required
          options={agents}
          {...form.field('agent_id')}
          error={form.error('target')}
        />
      )}
      {way === 'region' && (
        <RegionField
          label={t(($) => $.form.region)}
          hint={t(($) => $.form.region_hint)}
          required
          {...form.field('region_code')}
          error={form.error('target')}
        />
      )}
      {way === 'macs' && (
        <TextAreaField
          label={t(($) => $.form.macs)}
          hint={t(($) => $.form.macs_hint)}
          required
          {...form.field('macs')}
          error={form.error('target')}
        />
      )}
      <Reach values={values} />
      <FormGrid>
        <NumberField
          label={t(($) => $.form.starts_in)}
          hint={t(($) => $.form.starts_in_hint)}
          unit="min"
          min={0}
          max={LIMITS.planted_ahead_max_min}
          {...form.field('starts_in_min')}
        />
        <NumberField
          label={t(($) => $.form.minutes)}
          hint={t(($) => $.form.minutes_hint)}
          required
          unit="min"
          min={1}
          max={LIMITS.planted_max_min}
          {...form.field('minutes')}
        />
      </FormGrid>
    </FormDrawer>
  )
}

/** How many units the target has now, as soon as it is complete. */
function Reach({ values }: { values: Values }) {
  const t = useMessages('simulator')
  const target = PlantTarget.safeParse(targetOf(values)).data
  const { product_key } = values
  const body = { target: target ?? { by: 'all' as const }, ...(product_key === undefined ? {} : { product_key }) }
  const { data } = useRead(api.simulatorUnits, { body }, { enabled: target !== undefined, placeholder: 'keep' })
  return (
    <p className={css.reach} role="status">
      {target !== undefined && data !== undefined
        ? t(($) => $.form.reach, { count: data.units, online: data.online })
        : ''}
    </p>
  )
}
