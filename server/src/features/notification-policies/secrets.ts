import { seal, unseal } from '../../platform/seal.ts'

/** What is sealed of a channel: its address, which may contain a key, and its password or signing key. */
export type ChannelSecrets = { address: string; secret: string }

export const sealSecrets = (key: Buffer, secrets: ChannelSecrets): Buffer =>
  seal(key, Buffer.from(JSON.stringify(secrets)))

/** Null when they were sealed with another key. */
export const unsealSecrets = (key: Buffer, sealed: Buffer): ChannelSecrets | null => {
  const opened = unseal(key, sealed)
  // Written by sealSecrets; sealed data cannot have been changed.
  return opened === null ? null : (JSON.parse(opened.toString()) as ChannelSecrets)
}

/** Scheme and host of an address; what follows may be a key. */
export const shownTarget = (address: string): string => (address === '' ? '' : new URL(address).origin)
