import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AppContext } from '../../app-context.ts'
import { listSecretGenerations } from './store-secrets.ts'

/** The secret of a product, base64url: derived, so that nothing secret lies in the database; another for each generation. */
export const productSecret = (secret_key: Buffer, product_key: string, generation: number): string =>
  createHmac('sha256', secret_key).update(`product secret ${product_key} ${generation}`).digest('base64url')

/** Whether each product named is there and came with its secret (spec 7, product_info of Authenticate). */
export const areProductSecrets = async (
  { database: { db }, secret_key }: Pick<AppContext, 'database' | 'secret_key'>,
  named: readonly { product_key: string; product_secret: string }[],
): Promise<boolean> => {
  if (named.length === 0) return true
  const generations = await listSecretGenerations(
    db,
    named.map(({ product_key }) => product_key),
  )
  return named.every(({ product_key, product_secret }) => {
    const generation = generations.get(product_key)
    return generation !== undefined && isSame(productSecret(secret_key, product_key, generation), product_secret)
  })
}

/** In a time that does not depend on where the two differ. */
const isSame = (expected: string, given: string): boolean => {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}
