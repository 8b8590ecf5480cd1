import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { claimInput, codeOf } from '@heatfleet/contract/bindings/claim-code.ts'

/**
 * The claim code of a device: derived from its random secret and its owner generation, so that it cannot be guessed from
 * what is printed on the box (MAC, serial number), and a former owner's code is invalid.
 */
export const claimCodeOf = (secret: Buffer, mac: string, claim_generation: number): string =>
  codeOf(createHmac('sha256', secret).update(claimInput(mac, claim_generation)).digest())

/** Compares two codes in constant time. */
export const isSameCode = (given: string, right: string): boolean => timingSafeEqual(hashCode(given), hashCode(right))

/** The stored form of an invitation code: its SHA-256. */
export const hashCode = (code: string): Buffer => createHash('sha256').update(code).digest()
