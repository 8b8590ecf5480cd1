import { createHmac } from 'node:crypto'
import type { DemoApp } from './people.ts'

const derive = (secret_key_hex: string, what: string): Buffer =>
  createHmac('sha256', Buffer.from(secret_key_hex, 'hex')).update(what).digest()

/** The 32-byte secret of a simulated device, derived from the installation's key, so that it need not be stored. */
export const demoSecret = (secret_key_hex: string, mac: string): Buffer => derive(secret_key_hex, `demo unit ${mac}`)

/** The key of an app of the demo, likewise. */
export const demoAppKey = (secret_key_hex: string, app: DemoApp): string =>
  `app_${derive(secret_key_hex, `demo app key ${app}`).toString('base64url').slice(0, 16)}`

/** The secret of an app of the demo, likewise. */
export const demoAppSecret = (secret_key_hex: string, app: DemoApp): string =>
  derive(secret_key_hex, `demo app secret ${app}`).toString('base64url')

/** Maximum length of the wire. */
const PASSWORD_LETTERS = 16

/** The password of an app user of the demo, likewise. */
export const demoPassword = (secret_key_hex: string, email: string): string =>
  derive(secret_key_hex, `demo person ${email}`).toString('base64url').slice(0, PASSWORD_LETTERS)

/** The push token of a demo phone, likewise; never used. */
export const demoPushToken = (secret_key_hex: string, email: string): string =>
  derive(secret_key_hex, `demo phone ${email}`).toString('hex')
