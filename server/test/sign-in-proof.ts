import { createHash } from 'node:crypto'
import type { Call } from '@heatfleet/contract/client.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import {
  challengeOf,
  type ProofChallenge,
  type SignInProof,
  solveProof,
} from '@heatfleet/contract/session/sign-in-proof.ts'

/** Solves a challenge of the sign-in as a browser does. */
export const solve = (challenge: ProofChallenge): Promise<SignInProof> =>
  solveProof(
    challenge,
    (text) => createHash('sha256').update(text).digest(),
    async () => {},
  )

/** A client that solves what the sign-in asks for after failed attempts, as the console does. */
export const withProof =
  (call: Call): Call =>
  (endpoint, request, signal) =>
    call(endpoint, request, signal).catch(async (error: unknown) => {
      const challenge = error instanceof Refusal ? challengeOf(error) : null
      if (challenge === null) throw error
      const body = { ...(request?.body as object), proof: await solve(challenge) }
      // Only the sign-in is refused so, and its body takes a proof.
      return call(endpoint, { ...request, body } as typeof request, signal)
    })
