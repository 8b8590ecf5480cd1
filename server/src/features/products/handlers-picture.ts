import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { productPictures } from '@heatfleet/contract/products/picture.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { findPicture, savePicture } from '../../platform/pictures.ts'
import { type PngLimits, readPng, tellablePng, toDataUrl } from '../../platform/png.ts'
import { findProduct } from './store.ts'
import { lockProduct } from './store-drafts.ts'

/** What a product picture may be. */
export const PICTURE: PngLimits = {
  field: 'picture',
  bytes_max: LIMITS.product_picture_bytes,
  side_px_max: LIMITS.product_picture_px,
}

/** What products look like. */
export const productPictureHandlers = ({ database: { db }, clock }: Pick<AppContext, 'database' | 'clock'>) =>
  ({
    productPicture: async ({ params: { product_key } }) => {
      if ((await findProduct(db, product_key)) === null) throw new Refusal('product_unknown')
      const picture = await findPicture(db, 'product', product_key)
      return { picture: picture && toDataUrl(picture) }
    },

    productPictureEdit: async ({ params: { product_key }, body }, { note }) => {
      note({ object: `product ${product_key}` })
      const picture = body.picture === null ? null : readPng(body.picture, PICTURE)
      await db.transaction().execute(async (tx) => {
        if ((await lockProduct(tx, product_key)) === null) throw new Refusal('product_unknown')
        const before = await findPicture(tx, 'product', product_key)
        await savePicture(tx, 'product', product_key, picture, new Date(clock.now()))
        note({ detail: { before: { picture: tellablePng(before) }, after: { picture: tellablePng(picture) } } })
      })
      return { picture: body.picture }
    },
  }) satisfies Pick<Handlers, keyof typeof productPictures>
