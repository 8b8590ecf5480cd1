import { ORDER_LIMITS } from '@heatfleet/contract/service-orders/limits.ts'
import { readPng } from '../../platform/png.ts'

/** Decodes the pictures of an order; refuses invalid ones. */
export const readPictures = (sent: readonly string[]): Buffer[] =>
  sent.map((data_url) =>
    readPng(data_url, {
      field: 'pictures',
      bytes_max: ORDER_LIMITS.picture_bytes,
      side_px_max: ORDER_LIMITS.picture_px,
    }),
  )
