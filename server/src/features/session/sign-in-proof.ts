import { createHash, createHmac } from 'node:crypto'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { isSolved, type ProofChallenge, type SignInProof } from '@heatfleet/contract/session/sign-in-proof.ts'
import type { AppContext } from '../../app-context.ts'
import type { Subjects } from './login-rules.ts'

/** Failures of one attempt's subjects, unix ms, newest first. */
export type Failures = { pair: readonly number[]; account: readonly number[] }

/**
 * The challenge that an attempt must bring solved (decision 0117); null = none yet. It is derived from the newest failure of this
 * account from this address: each wrong password makes another one, so that a solution is good for one guess and nothing is stored.
 */
export const challengeFor = (
  { secret_key, config }: Pick<AppContext, 'secret_key' | 'config'>,
  { pair: subject }: Pick<Subjects, 'pair'>,
  { pair, account }: Failures,
  now_ms: number,
): ProofChallenge | null => {
  if (config.HEATFLEET_LOGIN_PROOF_BITS === 0) return null
  const isLate = (at_ms: number) => at_ms > now_ms - LIMITS.login_window_ms
  const failures = pair.filter(isLate).length
  if (failures < LIMITS.login_proof_after && account.filter(isLate).length < LIMITS.login_proof_everywhere_after)
    return null
  const extra = Math.min(Math.max(failures - LIMITS.login_proof_after, 0), LIMITS.login_proof_extra_bits)
  const state = `sign-in proof|${subject}|${pair[0] ?? 0}|${pair.length}`
  const challenge = createHmac('sha256', secret_key).update(state).digest('hex').slice(0, 32)
  return { challenge, bits: config.HEATFLEET_LOGIN_PROOF_BITS + extra }
}

/** Whether what was sent solves the challenge. */
export const isProven = ({ challenge, bits }: ProofChallenge, proof: SignInProof | undefined): boolean =>
  proof?.challenge === challenge && isSolved(proof, bits, (text) => createHash('sha256').update(text).digest())
