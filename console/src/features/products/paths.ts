/** Path of the list of products. */
export const PRODUCT_LIST = '/product/product-list'

/** Path of one product's own screen. */
export const productPath = (product_key: string): string => `/product/product-detail/${product_key}`

/** Path of the screen that makes a product, empty or like another one. */
export const newProductPath = (like?: string): string =>
  like === undefined ? NEW_PRODUCT : `${NEW_PRODUCT}?like=${like}`

/** The steps of making a product (product 3.24), in their order. */
export const CREATE_STEPS = ['basics', 'points', 'check', 'panel', 'review'] as const
export type CreateStep = (typeof CREATE_STEPS)[number]

/** Path of one step of a product that is being made. */
export const createStepPath = (product_key: string, step: CreateStep): string =>
  `${NEW_PRODUCT}?product=${product_key}${step === CREATE_STEPS[0] ? '' : `&tab=${step}`}`

const NEW_PRODUCT = '/product/product-create'
