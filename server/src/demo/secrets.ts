import { createHmac } from 'node:crypto'
import type { DemoApp } from './people.ts'

const derive = (secret_key_hex: string, what: string): Buffer =>
  createHmac('sha256', Buffer.from(secret_key_hex, 'hex')).update(what).digest()

/** The 32-byte secret of a simulated unit: follows from the installation's key, so it need not be kept anywhere else. */
export const demoSecret = (secret_key_hex: string, mac: string): Buffer => derive(secret_key_hex, `demo unit ${mac}`)

/** The key of an app of the demo, likewise. */
export const demoAppKey = (secret_key_hex: string, app: DemoApp): string =>
  `app_${derive(secret_key_hex, `demo app key ${app}`).toString('base64url').slice(0, 16)}`

/** The secret of an app of the demo, likewise. */
export const demoAppSecret = (secret_key_hex: string, app: DemoApp): string =>
  derive(secret_key_hex, `demo app secret ${app}`).toString('base64url')

/** Longest the wire allows. */
const PASSWORD_LETTERS = 16

/** The password of a person of the demo, likewise. */
export const demoPassword = (secret_key_hex: string, email: string): string =>
  derive(secret_key_hex, `demo person ${email}`).toString('base64url').slice(0, PASSWORD_LETTERS)

/** What the push service of a phone of the demo would know it by, likewise: nobody is ever reached by it. */
export const demoPushToken = (secret_key_hex: string, email: string): string =>
  derive(secret_key_hex, `demo phone ${email}`).toString('hex')
