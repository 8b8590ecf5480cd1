import { Refusal } from '@heatfleet/contract/errors.ts'

/** Refuses an expiry in the past: an account is closed by disabling it, which is visible and audited. */
export const assertNotOver = (valid_until: Date | null, now: Date): void => {
  if (valid_until !== null && valid_until <= now) throw new Refusal('valid_until_over', { field: 'valid_until' })
}
