import pg from 'pg'

/** Codes of PostgreSQL for a row that stands against a rule of its table. */
const CODES = { unique: '23505', reference: '23503' } as const

/** True for the error of a row that is there already (`unique`), or that others still point to (`reference`). */
export const isViolation = (error: unknown, of: keyof typeof CODES): boolean =>
  error instanceof pg.DatabaseError && error.code === CODES[of]
