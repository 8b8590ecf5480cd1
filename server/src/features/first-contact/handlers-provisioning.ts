import { Refusal } from '@heatfleet/contract/errors.ts'
import type { provisioning } from '@heatfleet/contract/first-contact/provisioning.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { findProvisioning, updateProvisioning } from './store.ts'

/** Whether and how many units of a product log in with its secret the first time. The gateway reads it every few seconds. */
export const provisioningHandlers = ({ database: { db } }: Pick<AppContext, 'database'>) => {
  const read = async (product_key: string) => {
    const found = await findProvisioning(db, product_key)
    if (found === null) throw new Refusal('product_unknown')
    return { quota: found.provision_quota, provisioned: found.provisioned }
  }
  return {
    productProvisioning: ({ params: { product_key } }) => read(product_key),

    productProvisioningEdit: async ({ params: { product_key }, body: { quota } }, { note }) => {
      note({ object: `product ${product_key}` })
      const { quota: before, provisioned } = await read(product_key)
      await updateProvisioning(db, product_key, quota)
      note({ detail: { before: { quota: before }, after: { quota } } })
      return { quota, provisioned }
    },
  } satisfies Pick<Handlers, keyof typeof provisioning>
}
