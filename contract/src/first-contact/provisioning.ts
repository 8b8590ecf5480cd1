import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { ByProduct } from '../products/products.ts'

/** Whether and how many units may log in with the secret of their product, until each has one of its own. */
const Provisioning = z.object({
  /** How many units may come in this way, all together; null = none, which is how a product begins. */
  quota: z.number().int().min(1).max(LIMITS.quota_max).nullable(),
  /** How many did so far. */
  provisioned: z.number().int(),
})
type Provisioning = z.output<typeof Provisioning>

const example: Provisioning = { quota: 500, provisioned: 12 }

/** Bulk provisioning of a product: units of one firmware image, which holds the product's secret alone. */
export const provisioning = endpoints({
  productProvisioning: {
    method: 'GET',
    path: '/product/provisioning/:product_key',
    kind: 'read',
    of: 'product',
    needs: 'product:view',
    about: 'unscoped',
    params: ByProduct,
    result: Provisioning,
    fails: ['product_unknown'],
    says: 'Whether units of a product may log in with its secret the first time, and how many did.',
    example,
  },
  productProvisioningEdit: {
    method: 'PUT',
    path: '/product/provisioning/:product_key',
    kind: 'change',
    of: 'product',
    needs: 'product:secret',
    about: 'unscoped',
    params: ByProduct,
    body: Provisioning.pick({ quota: true }),
    result: Provisioning,
    fails: ['product_unknown'],
    says: 'Lets units of a product log in with its secret the first time, up to a number of them; null ends it.',
    example,
  },
})
