import { LIMITS } from '@heatfleet/contract/limits.ts'
import { z } from 'zod'
import { seal, unseal } from '../../platform/seal.ts'

/** What must be the same when the browser returns; sealed it travels with the browser, so that nothing is kept here. */
const Attempt = z.object({
  kind: z.literal('sign-on'),
  state: z.string(),
  nonce: z.string(),
  code_verifier: z.string(),
  begun_ms: z.number(),
  /** The account that links a person; null = a sign-in. */
  links_uid: z.number().int().nullable(),
})
export type Attempt = Omit<z.infer<typeof Attempt>, 'kind'>

export const sealAttempt = (key: Buffer, attempt: Attempt): string =>
  seal(key, Buffer.from(JSON.stringify({ kind: 'sign-on', ...attempt }))).toString('base64url')

/** The attempt behind {@link sealAttempt}; null when it is too old, of another installation or changed. */
export const openAttempt = (key: Buffer, sealed: string, now_ms: number): Attempt | null => {
  const text = unseal(key, Buffer.from(sealed, 'base64url'))
  if (text === null) return null
  const attempt = Attempt.safeParse(parseJson(text.toString())).data
  if (attempt === undefined) return null
  const age_ms = now_ms - attempt.begun_ms
  return age_ms < 0 || age_ms > LIMITS.sign_on_attempt_ms ? null : attempt
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Sealed for another purpose: no attempt.
    return null
  }
}
