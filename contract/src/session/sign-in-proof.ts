import { z } from 'zod'

/** What a browser has to solve before another password is tried: it costs a guess, and a person some tenths of a second. */
export type ProofChallenge = { challenge: string; bits: number }

/** A solved challenge. */
export const SignInProof = z.object({ challenge: z.string().max(64), answer: z.number().int().min(0) })
export type SignInProof = z.infer<typeof SignInProof>

type Sha256 = (text: Uint8Array) => Uint8Array

/** Answers tried in one go: some milliseconds in a browser, which stays usable. */
const BATCH = 2_000

/** True when SHA-256 of `<challenge>.<answer>` begins with so many zero bits. */
export const isSolved = ({ challenge, answer }: SignInProof, bits: number, sha256: Sha256): boolean =>
  leadingZeroBits(sha256(new TextEncoder().encode(`${challenge}.${answer}`))) >= bits

/** Finds an answer: 2^bits hashes on average. `pause` lets other work run in between. */
export const solveProof = async (
  { challenge, bits }: ProofChallenge,
  sha256: Sha256,
  pause: () => Promise<void>,
): Promise<SignInProof> => {
  for (let answer = 0; ; answer += 1) {
    if (isSolved({ challenge, answer }, bits, sha256)) return { challenge, answer }
    if (answer % BATCH === BATCH - 1) await pause()
  }
}

/** The challenge of a refusal with `sign_in_proof_required`; null = another refusal. */
export const challengeOf = (refusal: {
  code: string
  details?: Readonly<Record<string, string | number>> | undefined
}): ProofChallenge | null => {
  if (refusal.code !== 'sign_in_proof_required') return null
  const { challenge, bits } = refusal.details ?? {}
  return { challenge: String(challenge), bits: Number(bits) }
}

const leadingZeroBits = (hash: Uint8Array): number => {
  let bits = 0
  for (const byte of hash) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24
    bits += 8
  }
  return bits
}
