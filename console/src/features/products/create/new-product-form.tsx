import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { ProductBasics, ProductKey } from '@heatfleet/contract/products.ts'
import { useNavigate, useSearchParams } from 'react-router'
import { z } from 'zod'
import { useChange, useRead } from '../../../cloud/call.ts'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { FormArea, FormGrid } from '../../../ui/form.tsx'
import { useNotify } from '../../../ui/notify.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { useProductName } from '../../../words/product-name.ts'
import { useWords } from '../../../words/words.ts'
import { type BasicsDraft, BasicsFields } from '../basics-fields.tsx'
import { createStepPath, PRODUCT_LIST } from '../paths.ts'

/** A new product as it is typed; `like` '' = from nothing. */
const NewProduct = ProductBasics.extend({ product_key: ProductKey, like: z.string() })

/** The first step: what the product is. Saving makes it and goes on to its data points. */
export function NewProductForm() {
  const t = useWords('products')
  const navigate = useNavigate()
  const notify = useNotify()
  const nameOf = useProductName()
  const [query] = useSearchParams()
  const products = useRead(api.productInfo, { query: { pageNo: 1, size: LIMITS.page_size_max } })
  const create = useChange(api.productCreate)
  const initial: BasicsDraft & { product_key: string; like: string } = {
    product_key: '',
    like: query.get('like') ?? '',
    name: '',
    english_name: '',
    category: undefined,
    description: '',
    data_type: 'registers',
    topology: 'direct',
    network_type: ['wifi', '4g'],
    solution: '',
    platforms: ['web'],
    bind_limit: 10,
  }
  const form = useForm({
    schema: NewProduct,
    initial,
    onSave: async ({ product_key, like, ...basics }) => {
      await create.mutateAsync({ body: { product_key, like: like === '' ? null : like, basics } })
      return { product_key, name: basics.name }
    },
    onSaved: ({ product_key, name }) => {
      notify.success(t(($) => $.form.created, { name }))
      void navigate(createStepPath(product_key, 'points'), { replace: true })
    },
  })
  return (
    <FormArea form={form} save={t(($) => $.form.save_new)} onCancel={() => void navigate(PRODUCT_LIST)}>
      <BasicsFields form={form} />
      <Panel title={t(($) => $.form.start)}>
        <FormGrid>
          <TextField
            label={t(($) => $.columns.product_key)}
            required
            maxLength={LIMITS.product_key_max}
            hint={t(($) => $.form.key_hint)}
            {...form.field('product_key')}
          />
          <SelectField
            label={t(($) => $.form.like)}
            search
            loading={products.isPending}
            hint={t(($) => $.form.like_hint)}
            value={form.values.like}
            onChange={(like) => form.set('like', like ?? '')}
            error={form.error('like')}
            options={[
              { value: '', label: t(($) => $.form.like_none) },
              ...(products.data?.list ?? []).map((product) => ({
                value: product.product_key,
                label: nameOf(product),
              })),
            ]}
          />
        </FormGrid>
      </Panel>
    </FormArea>
  )
}
