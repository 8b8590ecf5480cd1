import type { Product } from '@heatfleet/contract/products/products.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'

/** Why a product cannot be published; undefined when it can. */
export const usePublishBlocker = (): ((product: Product) => string | undefined) => {
  const t = useMessages('products')
  const missing_permission = useMissingPermission('product:publish')
  const product_texts = useMessages('products')
  return (product) =>
    missing_permission ??
    (product.disabled
      ? product_texts(($) => $.disabled.enable_first)
      : isSettled(product)
        ? t(($) => $.publish.nothing)
        : undefined)
}

/** Published, without changes in the draft. */
const isSettled = ({ version, draft }: Product): boolean => version !== null && (draft === null || draft.changed === 0)
