export const PRODUCT_LIST = '/product/product-list'

export const productPath = (product_key: string): string => `/product/product-detail/${product_key}`

/** Query parameter under which the data points open with their suggestions. */
export const SUGGEST = 'suggest'

/** The suggestions for the data points of a product. */
export const suggestionsPath = (product_key: string): string => `${productPath(product_key)}?${SUGGEST}=1`

/** A data point of a product, open in the table of its points. */
export const pointPath = (product_key: string, key: string): string =>
  `${productPath(product_key)}?tab=points&point=${encodeURIComponent(key)}`

/** The control templates of a product, in its draft. */
export const templatesPath = (product_key: string): string => `${productPath(product_key)}?tab=templates`

/** Path of the form that creates a product, empty or as a copy. */
export const newProductPath = (like?: string): string =>
  like === undefined ? NEW_PRODUCT : `${NEW_PRODUCT}?like=${like}`

/** The steps of creating a product (product 3.24), in order. */
export const CREATE_STEPS = ['basics', 'points', 'check', 'panel', 'review'] as const
export type CreateStep = (typeof CREATE_STEPS)[number]

/** Path of one step of creating a product. */
export const createStepPath = (product_key: string, step: CreateStep): string =>
  `${NEW_PRODUCT}?product=${product_key}${step === CREATE_STEPS[0] ? '' : `&tab=${step}`}`

const NEW_PRODUCT = '/product/product-create'
