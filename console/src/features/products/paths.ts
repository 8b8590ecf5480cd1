/** Path of the list of products. */
export const PRODUCT_LIST = '/product/product-list'

/** Path of one product's own screen. */
export const productPath = (product_key: string): string => `/product/product-detail/${product_key}`

/** Path of the screen that makes a product, empty or like another one. */
export const newProductPath = (like?: string): string =>
  like === undefined ? '/product/product-create' : `/product/product-create?like=${like}`
