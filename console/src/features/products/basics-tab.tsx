import { api } from '@heatfleet/contract/api.ts'
import { PRODUCT_CATEGORIES, type Product, ProductBasics } from '@heatfleet/contract/products/products.ts'
import { queryClient, useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { FormArea } from '../../ui/form.tsx'
import { UNKNOWN } from '../../ui/format.ts'
import { useNotify } from '../../ui/notify.tsx'
import { useForm } from '../../ui/use-form.ts'
import { ProvisioningPanel } from '../first-contact/public.ts'
import { type BasicsDraft, BasicsFields } from './basics-fields.tsx'
import { Credentials } from './credentials.tsx'
import { PicturePanel } from './picture/picture-panel.tsx'
import { categoryText } from './product-texts.ts'
import css from './products.module.css'

/** Basics, picture and credentials of a product. They are not versioned: changes apply at once. */
export function BasicsTab({ product }: { product: Product }) {
  return (
    <div className={css.parts}>
      <BasicsForm product={product} />
      <PicturePanel product_key={product.product_key} />
      <Credentials product={product} />
      <ProvisioningPanel product_key={product.product_key} />
    </div>
  )
}

function BasicsForm({ product }: { product: Product }) {
  const t = useMessages('products')
  const notify = useNotify()
  const missing_permission = useMissingPermission('product:edit')
  const edit = useChange(api.productEdit)
  const form = useForm({
    schema: ProductBasics,
    initial: basicsOf(product),
    onSave: (body) =>
      edit.mutateAsync({
        params: { product_key: product.product_key },
        body: { ...body, updated_at: product.updated_at },
      }),
    onSaved: () => notify.success(t(($) => $.form.saved)),
    conflict: {
      reload: () => queryClient.invalidateQueries({ queryKey: [api.productInfo.of] }),
      fields: {
        name: t(($) => $.columns.name),
        english_name: t(($) => $.columns.english_name),
        category: {
          label: t(($) => $.columns.category),
          text: (category) => (category === undefined ? UNKNOWN : categoryText(t, category)),
        },
        solution: t(($) => $.columns.solution),
        description: t(($) => $.columns.description),
        network_type: t(($) => $.columns.network_type),
        platforms: t(($) => $.columns.platform),
        bind_limit: t(($) => $.columns.bind_limit),
      },
    },
  })
  return (
    <FormArea form={form} readOnly={missing_permission}>
      <BasicsFields form={form} />
    </FormArea>
  )
}

const basicsOf = (product: Product): BasicsDraft => ({
  name: product.name,
  english_name: product.english_name,
  category: PRODUCT_CATEGORIES.find((category) => category === product.category),
  description: product.description,
  data_type: product.data_type,
  topology: product.topology,
  network_type: product.network_type,
  solution: product.solution,
  platforms: product.platforms,
  bind_limit: product.bind_limit,
})
