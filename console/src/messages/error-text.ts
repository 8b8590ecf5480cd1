import { CallFailed } from '@heatfleet/contract/client.ts'
import type { Purpose } from '@heatfleet/contract/endpoint.ts'
import { type ErrorCode, Refusal } from '@heatfleet/contract/errors.ts'
import type { Reference } from '@heatfleet/contract/references.ts'
import { NO_ANSWER_STATUS } from '../cloud/answer-time.ts'
import { useMessages } from './messages.ts'
import { useMissingRight, useRightName } from './right-name.ts'

/**
 * What to tell about a failed call: a sentence, and the request id to quote when the server gave one. Of a deletion that
 * is refused because something else names the object, what names it and how many of that the person does not see.
 */
export type ErrorText = {
  message: string
  request_id: string | null
  /** The sentence gives no reason that a person could remove: the request id belongs beside it. */
  is_unexplained: boolean
  uses?: { list: readonly Reference[]; hidden: number }
}

/** Refusals that name no rule: the text says what failed instead (spec 8). */
const UNEXPLAINED: ReadonlySet<ErrorCode> = new Set(['system_exception', 'system_failed'])

/** The text of whatever a call rejected with, in the person's language. */
export const useErrorText = (): ((error: unknown) => ErrorText) => {
  const t = useMessages('shared')
  const missingRightOf = useMissingRight()
  const nameOf = useRightName()
  return (error) => {
    const right = missingRightOf(error)
    if (right !== undefined && error instanceof Refusal)
      return {
        message: t(($) => $.errors.right_missing, { permission: nameOf(right) }),
        request_id: error.request_id ?? null,
        is_unexplained: false,
      }
    const failed = (purpose: Purpose): string => t(($) => $.errors[`${purpose}_failed`])
    if (error instanceof Refusal)
      return {
        message:
          UNEXPLAINED.has(error.code) && error.purpose !== undefined
            ? failed(error.purpose)
            : filled(t(($) => $.errors[error.code], { ...error.details })),
        request_id: error.request_id ?? null,
        is_unexplained: UNEXPLAINED.has(error.code),
        ...(error.references === undefined
          ? {}
          : { uses: { list: error.references, hidden: Number(error.details?.hidden ?? 0) } }),
      }
    if (error instanceof CallFailed)
      return {
        message:
          error.status === 0
            ? t(($) => $.errors.network_down)
            : error.status === NO_ANSWER_STATUS
              ? t(($) => $.errors.no_answer)
              : error.purpose === null
                ? t(($) => $.errors.unexpected_answer, { status: error.status })
                : failed(error.purpose),
        request_id: error.request_id,
        is_unexplained: true,
      }
    return { message: t(($) => $.errors.unknown), request_id: null, is_unexplained: true }
  }
}

/** The text of a bare code, as rules of the contract and socket messages carry it. */
export const useCodeText = (): ((code: ErrorCode, details?: Record<string, string | number>) => string) => {
  const t = useMessages('shared')
  return (code, details) => filled(t(($) => $.errors[code], { ...details }))
}

/** A refusal of which only the code is known, an old audit line say, still reads as a sentence. */
export const filled = (text: string | number): string => String(text).replaceAll(/\{\{\w+\}\}/g, '…')
