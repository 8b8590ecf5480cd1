import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { ProductPicture } from '@heatfleet/contract/products/picture.ts'
import { ProductBasics, ProductKey, RegisterName } from '@heatfleet/contract/products/products.ts'
import { useNavigate, useSearchParams } from 'react-router'
import { z } from 'zod'
import { useChange, useRead } from '../../../cloud/call.ts'
import { useMessages } from '../../../messages/messages.ts'
import { useMissingPermission } from '../../../messages/missing-permission.ts'
import { useProductName } from '../../../messages/product-name.ts'
import { SelectField, TextAreaField, TextField } from '../../../ui/field.tsx'
import { FormArea, FormGrid } from '../../../ui/form.tsx'
import { useNotify } from '../../../ui/notify.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { type BasicsDraft, BasicsFields } from '../basics-fields.tsx'
import { createStepPath, PRODUCT_LIST } from '../paths.ts'
import { ProductPictureField } from '../picture/product-picture.tsx'
import css from '../products.module.css'
import { parseNames } from '../registers/parse-names.ts'

/** Form values of a new product; `like` '' = an empty one. */
const NewProduct = ProductBasics.extend({
  product_key: ProductKey,
  like: z.string(),
  register_names: z.array(RegisterName).max(LIMITS.registers_added_max),
  picture: ProductPicture.shape.picture,
})

/** The first step: the basics. Saving creates the product and opens the data points. */
export function NewProductForm() {
  const t = useMessages('products')
  const product_texts = useMessages('products')
  const registers = useMessages('products')
  const pictures = useMessages('ui')
  const missing_names_permission = useMissingPermission('product:register-edit')
  const navigate = useNavigate()
  const notify = useNotify()
  const nameOf = useProductName()
  const [query] = useSearchParams()
  const products = useRead(api.productInfo, { query: { pageNo: 1, size: LIMITS.page_size_max } })
  const create = useChange(api.productCreate)
  const initial: BasicsDraft & { product_key: string; like: string; register_names: string; picture: string | null } = {
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
    register_names: '',
    picture: null,
  }
  const form = useForm({
    schema: NewProduct,
    initial,
    toBody: (typed) => ({ ...typed, register_names: parseNames(typed.register_names) }),
    onSave: async ({ product_key, like, register_names, picture, ...basics }) => {
      const first = like === '' ? null : like
      await create.mutateAsync({ body: { product_key, like: first, basics, register_names, picture } })
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
      <Panel title={pictures(($) => $.picture.title)}>
        <ProductPictureField picture={form.values.picture} onChange={(picture) => form.set('picture', picture)} />
      </Panel>
      <Panel title={t(($) => $.form.start)}>
        <div className={css.parts}>
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
          <TextAreaField
            label={registers(($) => $.registers.names)}
            rows={3}
            disabled={missing_names_permission !== undefined}
            hint={
              missing_names_permission ??
              `${product_texts(($) => $.creation.names_use)} ${registers(($) => $.registers.names_hint, { max: LIMITS.registers_added_max })}`
            }
            {...form.field('register_names')}
          />
        </div>
      </Panel>
    </FormArea>
  )
}
