import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useRead } from '../../cloud/call.ts'
import { useLanguage } from '../../messages/messages.ts'
import { productName } from '../../messages/product-name.ts'

const PRODUCTS = { query: { pageNo: 1, size: LIMITS.page_size_max }, body: { disabled: false } } as const

/** Products that units can be imported as: also those that no unit has yet. Undefined while they load. */
export const useProductOptions = (): { value: string; label: string }[] | undefined => {
  const lang = useLanguage()
  const { data } = useRead(api.productInfo, PRODUCTS)
  return data?.list.map((product) => ({ value: product.product_key, label: productName(product, lang) }))
}
