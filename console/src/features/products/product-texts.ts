import {
  NETWORK_TYPES,
  PLATFORMS,
  PRODUCT_CATEGORIES,
  type Product,
  TOPOLOGIES,
} from '@heatfleet/contract/products/products.ts'
import { useMessages } from '../../messages/messages.ts'

export type ProductTexts = ReturnType<typeof useMessages<'products'>>

/** Name of a category; unknown ones as they are. */
export const categoryText = (t: ProductTexts, category: string): string => {
  const known_category = PRODUCT_CATEGORIES.find((one) => one === category)
  return known_category === undefined ? category : t(($) => $.category[known_category])
}

/** Networks of a product as text. */
export const networksText = (t: ProductTexts, { network_type }: Pick<Product, 'network_type'>): string =>
  network_type.map((network) => t(($) => $.network[network])).join(', ')

/** Platforms of a product as text. */
export const platformsText = (t: ProductTexts, { platforms }: Pick<Product, 'platforms'>): string =>
  platforms.map((platform) => t(($) => $.platform[platform])).join(', ')

/** The last author; the product name for built-in content. */
export const authorText = (t: ProductTexts, author: string): string => author || t(($) => $.by_product)

/** Options of the coded fields, in the viewer's language. */
export const useBasicsChoices = () => {
  const t = useMessages('products')
  return {
    categories: PRODUCT_CATEGORIES.map((value) => ({ value, label: t(($) => $.category[value]) })),
    topologies: TOPOLOGIES.map((value) => ({ value, label: t(($) => $.topology[value]) })),
    networks: NETWORK_TYPES.map((value) => ({ value, label: t(($) => $.network[value]) })),
    platforms: PLATFORMS.map((value) => ({ value, label: t(($) => $.platform[value]) })),
  }
}
