import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { type OtaAnnouncement, signedText } from '@heatfleet/contract/device-protocol/ota-messages.ts'
import { unseal } from '../../platform/seal.ts'
import type { KeyPair } from './store-keys.ts'

/** What a signature binds: an image may be sent only as what it was signed as. */
type SignedFacts = Omit<OtaAnnouncement, 'id' | 'job' | 'sig' | 'crc32' | 'chunk' | 'exp' | 'http'>

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
