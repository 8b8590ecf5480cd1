import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares two secrets in a time that depends neither on where they differ nor on their lengths. */
export const isEqualConstantTime = (given: string, right: string): boolean =>
  timingSafeEqual(createHash('sha256').update(given).digest(), createHash('sha256').update(right).digest())
