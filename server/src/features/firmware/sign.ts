import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { type OtaAnnouncement, signedText } from '@heatfleet/contract/device-protocol/ota-messages.ts'
import type { Kysely } from 'kysely'
import { seal, unseal } from '../../platform/seal.ts'
import type { Tables } from '../../platform/tables.ts'

/** What a signature binds: an image may be sent only as what it was signed as. */
export type SignedFacts = Omit<OtaAnnouncement, 'id' | 'job' | 'sig' | 'crc32' | 'chunk' | 'exp'>

type KeyPair = { public_key: string; private_key_sealed: Buffer }

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

/** Signs an image; null = the key was sealed by another installation. */
export const signFirmware = (
  secret_key: Buffer,
  { private_key_sealed }: Pick<KeyPair, 'private_key_sealed'>,
  facts: SignedFacts,
): Buffer | null => {
  const der = unseal(secret_key, private_key_sealed)
  if (der === null) return null
  return sign(null, Buffer.from(signedText(facts)), createPrivateKey({ key: der, type: 'pkcs8', format: 'der' }))
}

/** What a module does. */
export const isSigned = (public_key: string, facts: SignedFacts, signature: Uint8Array): boolean =>
  verify(null, Buffer.from(signedText(facts)), createPublicKey(public_key), signature)
