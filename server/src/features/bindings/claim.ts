import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { claimInput, codeOf } from '@heatfleet/contract/bindings/claim-code.ts'

/**
 * The claim code of a unit: made from its own random secret and its owner generation, so that nothing printed on the
 * outside of its box (MAC, serial number) leads to it, and a former owner's code is dead.
 */
export const claimCodeOf = (secret: Buffer, mac: string, claim_generation: number): string =>
  codeOf(createHmac('sha256', secret).update(claimInput(mac, claim_generation)).digest())

/** Whether two codes are the same, in a time that does not depend on where they differ. */
export const isSameCode = (given: string, right: string): boolean => timingSafeEqual(hashCode(given), hashCode(right))

/** What the database knows of an invitation's code: its SHA-256. */
export const hashCode = (code: string): Buffer => createHash('sha256').update(code).digest()
