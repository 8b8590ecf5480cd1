import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether two secrets are the same, in a time that does not depend on where they differ, nor on their lengths. */
export const isSame = (given: string, right: string): boolean =>
  timingSafeEqual(createHash('sha256').update(given).digest(), createHash('sha256').update(right).digest())
