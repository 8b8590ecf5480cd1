import { z } from 'zod'

/** Part of the map, WGS-84 degrees; it does not cross the date line. */
export const MapBox = z
  .object({
    west: z.number().min(-180).max(180),
    south: z.number().min(-90).max(90),
    east: z.number().min(-180).max(180),
    north: z.number().min(-90).max(90),
  })
  .refine(({ west, east, south, north }) => west <= east && south <= north, { params: { rule: 'box_order' } })
export type MapBox = z.output<typeof MapBox>
