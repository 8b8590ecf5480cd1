import { ORDER_LIMITS } from '@heatfleet/contract/service-orders/limits.ts'

/** Largest size of a photo at what is written at a service order or an alarm. */
export const PHOTO_BOX = {
  width_px: ORDER_LIMITS.picture_px,
  height_px: ORDER_LIMITS.picture_px,
  bytes_max: ORDER_LIMITS.picture_bytes,
} as const
