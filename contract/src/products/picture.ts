import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { pngUrl } from '../png-url.ts'
import { ByProduct } from './products.ts'

/** A PNG of at most {@link LIMITS.product_picture_bytes} and {@link LIMITS.product_picture_px} each way; null = none. */
export const ProductPicture = z.object({ picture: pngUrl(LIMITS.product_picture_bytes).nullable() })
export type ProductPicture = z.infer<typeof ProductPicture>

const example: ProductPicture = { picture: null }

/** What a product looks like (product 3.24, basics). It is no part of a version: it counts at once. */
export const productPictures = endpoints({
  productPicture: {
    method: 'GET',
    path: '/product/picture/:product_key',
    kind: 'read',
    of: 'product',
    needs: 'product:view',
    about: 'unscoped',
    params: ByProduct,
    result: ProductPicture,
    fails: ['product_unknown'],
    says: 'The picture of a product.',
    example,
  },
  productPictureEdit: {
    method: 'PUT',
    path: '/product/picture/:product_key',
    kind: 'change',
    of: 'product',
    needs: 'product:edit',
    about: 'unscoped',
    body_bytes: LIMITS.product_picture_bytes * 2,
    params: ByProduct,
    body: ProductPicture,
    result: ProductPicture,
    fails: ['product_unknown', 'image_invalid'],
    says: 'Changes the picture of a product; null takes it away.',
    example,
  },
})
