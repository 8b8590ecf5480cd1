import { Refusal } from '@heatfleet/contract/errors.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { productSecret } from './secret.ts'
import { listSecretGenerations, renewSecret } from './store-secrets.ts'

/** The secret of a product: read, or renewed. */
export const productSecretHandlers = ({ database: { db }, secret_key }: Pick<AppContext, 'database' | 'secret_key'>) =>
  ({
    productSecret: async ({ params: { product_key }, body: { renew } }, { note }) => {
      note({ object: `product ${product_key}`, detail: { renew } })
      const generation = renew
        ? await renewSecret(db, product_key)
        : (await listSecretGenerations(db, [product_key])).get(product_key)
      if (generation === null || generation === undefined) throw new Refusal('product_unknown')
      return { product_key, product_secret: productSecret(secret_key, product_key, generation) }
    },
  }) satisfies Pick<Handlers, 'productSecret'>
