import { useCallback } from 'react'
import { useProducts } from '../../cloud/picker-reads.ts'
import { useProductName } from '../../messages/product-name.ts'

/** The name of a product by its key, in the person's language; the key where it is not known here. */
export const useProductNames = (): ((product_key: string) => string) => {
  const { data } = useProducts()
  const nameOf = useProductName()
  return useCallback(
    (product_key) => {
      const product = data?.find((one) => one.product_key === product_key)
      return product === undefined ? product_key : nameOf(product)
    },
    [data, nameOf],
  )
}
