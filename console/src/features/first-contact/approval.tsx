import { api } from '@heatfleet/contract/api.ts'
import type { ResultOf } from '@heatfleet/contract/endpoint.ts'
import { Approval, FIRST_LOG_INS } from '@heatfleet/contract/first-contact/unknown-modules.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { queryClient, useChange, useRead } from '../../cloud/call.ts'
import { MANUFACTURER, useDistributorChoices } from '../../cloud/distributor-choices.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { productName } from '../../messages/product-name.ts'
import { RadioGroupField, SelectField, TextField, TreeSelectField } from '../../ui/field.tsx'
import { FormDrawer } from '../../ui/form.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { SecretOnce } from '../../ui/secret-once.tsx'
import { useForm } from '../../ui/use-form.ts'

/** Also those that no unit has yet. */
const PRODUCTS = { body: { disabled: false } } as const

type Approved = ResultOf<typeof api.approveUnknownModules>

/** Approves modules, then shows their new secrets once. Mounted = open. */
export function ApprovalDrawer(props: {
  macs: string[]
  /** The product whose secret they proved; it is chosen at first. */
  product_key?: string | null | undefined
  onDone: () => void
  onClose: () => void
}) {
  const t = useMessages('first-contact')
  const [approved, setApproved] = useState<Approved | null>(null)
  const close = () => {
    props.onDone()
    props.onClose()
  }
  if (approved === null) return <ApprovalForm {...props} onApproved={setApproved} onClose={props.onClose} />
  const secrets = approved.modules.map(({ mac, secret_hex }) => `${mac},${secret_hex}`)
  return (
    <SecretOnce
      title={t(($) => $.secrets.title, { count: secrets.length })}
      text={t(($) => $.secrets.text)}
      secret={secrets}
      onClose={close}
    />
  )
}

function ApprovalForm(props: {
  macs: string[]
  product_key?: string | null | undefined
  onApproved: (approved: Approved) => void
  onDone: () => void
  onClose: () => void
}) {
  const { macs, product_key, onApproved, onDone, onClose } = props
  const t = useMessages('first-contact')
  const lang = useLanguage()
  const notify = useNotify()
  const approve = useChange(api.approveUnknownModules)
  const products = useRead(api.productInfo, PRODUCTS)
  const missing_permission = useMissingPermission('device-import:secret')
  const offered = products.data?.list ?? []
  const choices = useDistributorChoices(t(($) => $.stock))
  const form = useForm({
    schema: Approval,
    initial: {
      product_key: product_key ?? (offered.length === 1 ? offered[0]?.product_key : undefined),
      agent_id: MANUFACTURER as number | undefined,
      first_log_in: product_key == null ? FIRST_LOG_INS[0] : (FIRST_LOG_INS[1] as (typeof FIRST_LOG_INS)[number]),
      import_tag: '',
    },
    toBody: ({ agent_id, ...draft }) => ({ ...draft, macs, agent_id: agent_id === MANUFACTURER ? null : agent_id }),
    onSave: (body) => approve.mutateAsync({ body }),
    onSaved: (approved) => {
      void queryClient.invalidateQueries({ queryKey: ['device'] })
      notify.success(t(($) => $.approve.done, { count: macs.length }))
      if (approved.modules.some(({ secret_hex }) => secret_hex !== null)) onApproved(approved)
      else {
        onDone()
        onClose()
      }
    },
  })
  return (
    <FormDrawer
      form={form}
      title={
        macs.length === 1
          ? t(($) => $.approve.title_single, { mac: macs[0] ?? '' })
          : t(($) => $.approve.title, { count: macs.length })
      }
      save={t(($) => $.approve.action)}
      onClose={onClose}
    >
      <SelectField
        label={t(($) => $.columns.product_key)}
        required
        search
        loading={products.data === undefined}
        options={offered.map((product) => ({
          value: product.product_key,
          label: productName(product, lang),
        }))}
        {...form.field('product_key')}
      />
      <TreeSelectField
        label={t(($) => $.approve.into)}
        hint={t(($) => $.approve.into_hint)}
        required
        options={choices}
        {...form.field('agent_id')}
      />
      <RadioGroupField
        label={t(($) => $.approve.log_in)}
        options={FIRST_LOG_INS.map((value) => ({
          value,
          label: t(($) => $.approve.log_ins[value]),
          // A new secret is shown.
          disabledReason: value === 'own_secret' ? missing_permission : undefined,
        }))}
        {...form.field('first_log_in')}
      />
      <TextField
        label={t(($) => $.approve.import_tag)}
        maxLength={LIMITS.import_tag_max}
        {...form.field('import_tag')}
      />
    </FormDrawer>
  )
}
