import pg from 'pg'

/** SQLSTATEs of constraint violations. */
const CODES = { unique: '23505', reference: '23503' } as const

/** True for a violated unique constraint, or a row that is still referenced (`reference`). */
export const isViolation = (error: unknown, of: keyof typeof CODES): boolean =>
  error instanceof pg.DatabaseError && error.code === CODES[of]
