import { api } from '@heatfleet/contract/api.ts'
import { ModelRequest } from '@heatfleet/contract/models/device-model.ts'
import { useState } from 'react'
import { useRead } from '../../cloud/call.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { useProductName } from '../../messages/product-name.ts'
import { SelectField } from '../../ui/field-select.tsx'
import { FormDrawer } from '../../ui/form.tsx'
import { useForm } from '../../ui/use-form.ts'
import css from './models.module.css'

type Props = {
  /** Whose solution the offered models are of. */
  mac: string
  title: string
  /** Several devices may be of several solutions. */
  several?: boolean
  onSet: (product_key: string) => Promise<unknown>
  onClose: () => void
}

/** Chooses the model to be set. Mounted = open. */
export function SetModel({ mac, title, several = false, onSet, onClose }: Props) {
  const t = useMessages('models')
  const nameOf = useProductName()
  const errorText = useErrorText()
  const offered = useRead(api.settableModels, { query: { mac } })
  const [initial] = useState({ mac, product_key: '' })
  const form = useForm({
    schema: ModelRequest,
    initial,
    onSave: ({ product_key }) => onSet(product_key),
    onSaved: onClose,
  })
  const { product_key } = form.values
  return (
    <FormDrawer form={form} title={title} save={t(($) => $.set.confirm)} onClose={onClose}>
      <div className={css.fields}>
        <SelectField
          label={t(($) => $.set.model)}
          hint={t(($) => $.set.model_hint)}
          required
          search
          value={product_key === '' ? undefined : product_key}
          onChange={(chosen) => form.set('product_key', chosen ?? '')}
          options={(offered.data ?? []).map((product) => ({
            value: product.product_key,
            label: `${nameOf(product)} · ${product.product_key}`,
          }))}
          loading={offered.isPending}
          error={form.error('product_key') ?? (offered.error === null ? undefined : errorText(offered.error).message)}
        />
        <p className={css.weak}>{t(($) => $.set.text)}</p>
        {several && <p className={css.weak}>{t(($) => $.set.other_solution)}</p>}
      </div>
    </FormDrawer>
  )
}
