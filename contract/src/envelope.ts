import { ERRORS, type ErrorCode } from './errors.ts'
import type { Reference } from './references.ts'

/**
 * Spec 7: every answer is `{ code, data, msg }`. `code: 200` carries data; `code: 400` is a refusal whose `msg` is the
 * wire key, with our own `error` beside it. Real HTTP codes remain for what no handler answered (404, 413, 429, 5xx).
 */
export type Envelope<Data> =
  | { code: 200; data: Data; msg: string }
  | {
      code: number
      data: null
      msg: string
      error?: {
        code: ErrorCode
        field?: string
        details?: Record<string, string | number>
        references?: readonly Reference[]
      }
      request_id?: string
    }

/** Wraps what a handler returns. */
export const success = <Data>(data: Data): Envelope<Data> => ({ code: 200, data, msg: 'success' })

/** The same around what is written already. */
export const asSuccess = <Piece>(pieces: readonly Piece[]): (Piece | string)[] => [
  '{"code":200,"data":',
  ...pieces,
  ',"msg":"success"}',
]

/** Wraps a refusal; `request_id` lets a person quote it to support. */
export const refused = (
  error: {
    code: ErrorCode
    field?: string | undefined
    details?: Record<string, string | number> | undefined
    references?: readonly Reference[] | undefined
  },
  request_id: string,
): Envelope<never> => ({
  code: 400,
  data: null,
  msg: ERRORS[error.code],
  error: {
    code: error.code,
    ...(error.field === undefined ? {} : { field: error.field }),
    ...(error.details === undefined ? {} : { details: error.details }),
    ...(error.references === undefined ? {} : { references: error.references }),
  },
  request_id,
})
