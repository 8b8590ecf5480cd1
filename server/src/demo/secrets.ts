import { createHmac } from 'node:crypto'

/** The 32-byte secret of a simulated unit: follows from the installation's key, so it need not be kept anywhere else. */
export const demoSecret = (secret_key_hex: string, mac: string): Buffer =>
  createHmac('sha256', Buffer.from(secret_key_hex, 'hex')).update(`demo unit ${mac}`).digest()
