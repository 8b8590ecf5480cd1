import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'

const product_key = z.string().min(1).max(LIMITS.product_key_max)

/** Keys of settings in the order in which they stand on top of the control tab. */
const PinnedPoints = z.object({
  points: z
    .array(z.string().min(1).max(40))
    .max(LIMITS.pinned_points_max)
    .refine((keys) => new Set(keys).size === keys.length, { params: { rule: 'twice' } }),
})

/** Points that a person has on top of the control tab, of each product. */
export const pinnedPoints = endpoints({
  pinnedPoints: {
    method: 'GET',
    path: '/device-control/pinned-points',
    kind: 'read',
    of: 'control',
    needs: 'device:control',
    about: 'unscoped',
    query: z.object({ product_key }),
    result: PinnedPoints,
    fails: [],
    says: 'Settings that the own account has pinned for units of a product, in their order.',
    example: { points: ['sp_heat', 'sp_dhw'] },
  },
  savePinnedPoints: {
    method: 'PUT',
    path: '/device-control/pinned-points',
    kind: 'change',
    of: 'control',
    needs: 'device:control',
    about: 'unscoped',
    query: z.object({ product_key }),
    body: PinnedPoints,
    result: PinnedPoints,
    fails: ['product_unknown'],
    says: 'Pins settings for the own account, in this order; what is left out is pinned no more.',
    example: { points: ['sp_dhw', 'sp_heat'] },
  },
})
