import { api } from '@heatfleet/contract/api.ts'
import { useCallback, useMemo } from 'react'
import { useRead } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { productName } from '../../messages/product-name.ts'
import type { Choice } from '../../ui/field-select.tsx'

/** How long the products are good without asking again, ms. */
const STALE_MS = 60_000

/** Every product with its name in the language of the person, for pickers; one out of use is not newly chosen. */
export const useProductChoices = (): Choice<string>[] => {
  const may = usePermission('product:view')
  const { data } = useRead(api.productInfo, undefined, { staleTime: STALE_MS, enabled: may })
  const lang = useLanguage()
  const words = useMessages('products')
  return useMemo(
    () =>
      (data?.list ?? []).map((product) => ({
        value: product.product_key,
        label: productName(product, lang),
        disabled: product.disabled,
        ...(product.disabled ? { draw: `${productName(product, lang)} · ${words(($) => $.disabled.disabled)}` } : {}),
      })),
    [data, lang, words],
  )
}

/** `productNames(['r290-monobloc'])` -> the names, one after the other. */
export const useProductNames = (): ((product_keys: readonly string[]) => string) => {
  const choices = useProductChoices()
  return useCallback(
    (product_keys) => product_keys.map((key) => choices.find(({ value }) => value === key)?.label ?? key).join(', '),
    [choices],
  )
}
