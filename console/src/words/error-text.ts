import { CallFailed } from '@heatfleet/contract/client.ts'
import { type ErrorCode, Refusal } from '@heatfleet/contract/errors.ts'
import { useWords } from './words.ts'

/** What to tell about a failed call: a sentence, and the request id to quote when the server gave one. */
export type ErrorText = { message: string; request_id: string | null }

/** Turns whatever a call rejected with into words of the person's language. */
export const useErrorText = (): ((error: unknown) => ErrorText) => {
  const t = useWords('errors')
  return (error) => {
    if (error instanceof Refusal)
      return { message: t(($) => $[error.code], numbersOf(error)), request_id: error.request_id ?? null }
    if (error instanceof CallFailed)
      return {
        message:
          error.status === 0 ? t(($) => $.network_down) : t(($) => $.unexpected_answer, { status: error.status }),
        request_id: error.request_id,
      }
    return { message: t(($) => $.unknown), request_id: null }
  }
}

/** Words for a bare code, as rules of the contract and socket messages carry it. */
export const useCodeText = (): ((code: ErrorCode, details?: Record<string, string | number>) => string) => {
  const t = useWords('errors')
  return (code, details) => t(($) => $[code], { ...NO_NUMBERS, ...details })
}

/** The words' variables, so that a refusal without its numbers still reads as a sentence. */
const NO_NUMBERS = {
  minutes: '?',
  max: '?',
  min: '?',
  step: '?',
  names: '…',
  quota: '?',
  used: '?',
  sub_distributors: '?',
  devices: '?',
  accounts: '?',
  roles: '?',
  resource_groups: '?',
}
const numbersOf = (refusal: Refusal) => ({ ...NO_NUMBERS, ...refusal.details })
