import { createCipheriv, randomBytes } from 'node:crypto'
import type pg from 'pg'

/** The setting a measured product seals secrets with. */
export const SECRET_KEY_HEX = '5a0f3c69d2e1b4877896a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0'

/** Gives every module of a generated fleet the same new secret, and makes what they report newer than what the fleet came with. */
export const giveSecret = async (client: pg.Client): Promise<string> => {
  const secret = randomBytes(32)
  await client.query('update devices set secret_sealed = $1', [sealed(secret)])
  await client.query(`update device_status set last_report_at = last_report_at - interval '1 day'`)
  return secret.toString('hex')
}

/** As the product keeps a secret: nonce, tag, AES-256-GCM. */
const sealed = (secret: Buffer): Buffer => {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(SECRET_KEY_HEX, 'hex'), nonce)
  const body = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}
