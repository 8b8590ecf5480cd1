import { api } from '@heatfleet/contract/api.ts'
import type { Product } from '@heatfleet/contract/products/products.ts'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { useProductName } from '../../messages/product-name.ts'
import { TypedConfirm } from '../../ui/confirm-dialog.tsx'
import { useNotify } from '../../ui/notify.tsx'

/** Why a product cannot be deleted; undefined when it can. */
export const useDeleteBlocker = (): ((product: Product) => string | undefined) => {
  const t = useMessages('products')
  const missing_permission = useMissingPermission('product:delete')
  return ({ built_in, device_count, register_count }) => {
    if (built_in) return t(($) => $.delete.built_in)
    return device_count + register_count > 0 ? t(($) => $.delete.used) : missing_permission
  }
}

/** Deletes a product after its key was typed. Mounted = open. */
export function DeleteProduct(props: { product: Product; onClose: () => void; onDeleted?: () => void }) {
  const t = useMessages('products')
  const notify = useNotify()
  const productName = useProductName()
  const remove = useChange(api.productDelete)
  const { product_key } = props.product
  const name = productName(props.product)
  return (
    <TypedConfirm
      title={t(($) => $.delete.title, { name })}
      text={t(($) => $.delete.text)}
      confirm={t(($) => $.actions.delete)}
      expected={product_key}
      danger
      onClose={props.onClose}
      onConfirm={async () => {
        await remove.mutateAsync({ params: { product_key } })
        notify.success(t(($) => $.delete.done, { name }))
        props.onDeleted?.()
      }}
    />
  )
}
