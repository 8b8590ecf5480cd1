import { generateKeyPairSync } from 'node:crypto'
import type { Kysely } from 'kysely'
import { seal } from '../../platform/seal.ts'
import type { Tables } from '../../platform/tables.ts'

export type KeyPair = { public_key: string; private_key_sealed: Buffer }

/** The key pair of a product, made when it is first needed. */
export const ensureFirmwareKey = async (
  db: Kysely<Tables>,
  secret_key: Buffer,
  product_key: string,
  at: Date,
): Promise<KeyPair> => {
  const found = await findKey(db, product_key)
  if (found !== undefined) return found
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  await db
    .insertInto('firmware_keys')
    .values({
      product_key,
      public_key: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      private_key_sealed: seal(secret_key, privateKey.export({ type: 'pkcs8', format: 'der' })),
      created_at: at,
    })
    // Two at once: the first one counts.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const kept = await findKey(db, product_key)
  if (kept === undefined) throw new Error(`product ${product_key} has no firmware key`)
  return kept
}

const findKey = (db: Kysely<Tables>, product_key: string): Promise<KeyPair | undefined> =>
  db
    .selectFrom('firmware_keys')
    .select(['public_key', 'private_key_sealed'])
    .where('product_key', '=', product_key)
    .executeTakeFirst()
