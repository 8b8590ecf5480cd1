import { ORDER_LIMITS } from '@heatfleet/contract/service-orders/limits.ts'
import { readPng } from '../../platform/png.ts'

/** The bytes of what was sent with an order; refuses what is no picture. */
export const readPictures = (sent: readonly string[]): Buffer[] =>
  sent.map((data_url) =>
    readPng(data_url, {
      field: 'pictures',
      bytes_max: ORDER_LIMITS.picture_bytes,
      side_px_max: ORDER_LIMITS.picture_px,
    }),
  )
