import { api } from '@heatfleet/contract/api.ts'
import { createClient } from '@heatfleet/contract/client.ts'
import type { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { challengeOf, type ProofChallenge, type SignInProof } from '@heatfleet/contract/session/sign-in-proof.ts'
import { afterEach, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { codeOf } from '../../../test/refusals.ts'
import { solve } from '../../../test/sign-in-proof.ts'
import { SMALL_FLEET_PASSWORD } from '../../../test/small-fleet.ts'

const BITS = 4
const { database, console_ } = useFleetConsole({
  HEATFLEET_LOGIN_PROOF_BITS: String(BITS),
  HEATFLEET_LOGIN_PER_ADDRESS: '100000',
})
const logIn = (user_name: string, password = 'wrong', proof?: SignInProof) =>
  createClient({ base_url: console_.base_url, token: () => null })(api.login, {
    body: { user_name, password, ...(proof === undefined ? {} : { proof }) },
  })
const failOften = async (user_name: string, times: number = LIMITS.login_proof_after) => {
  for (let at = 0; at < times; at += 1) expect(await codeOf(logIn(user_name))).toBe('account_or_password_error')
}
const challengeAt = async (user_name: string): Promise<ProofChallenge> => {
  const error: unknown = await logIn(user_name).catch((refused: unknown) => refused)
  const challenge = challengeOf(error as Refusal)
  if (challenge === null) throw new Error('no challenge')
  return challenge
}

afterEach(async () => {
  await database.db.deleteFrom('login_failures').execute()
})

it.each(['city_a1', 'nobody-here'])(
  '%s: after three failures a sign-in needs a proof of work, right or wrong',
  async (name) => {
    await failOften(name)
    expect(await codeOf(logIn(name, SMALL_FLEET_PASSWORD))).toBe('sign_in_proof_required')
    const proof = await solve(await challengeAt(name))
    const right = name === 'nobody-here' ? 'account_or_password_error' : 'ok'
    expect(await codeOf(logIn(name, SMALL_FLEET_PASSWORD, proof))).toBe(right)
  },
)

it('a solution is good for one guess, for this account alone, and not without its work', async () => {
  await failOften('city_a1')
  await failOften('city_a2')
  const challenge = await challengeAt('city_a1')
  const proof = await solve(challenge)
  const unsolved = { challenge: challenge.challenge, answer: proof.answer + 1 }
  // Where the next number happens to be a solution too, another one is taken.
  const wrong = (await codeOf(logIn('city_a2', 'wrong', proof))) === 'sign_in_proof_required'
  expect(wrong).toBe(true)
  expect(await codeOf(logIn('city_a1', 'wrong', { ...unsolved, challenge: '0'.repeat(32) }))).toBe(
    'sign_in_proof_required',
  )
  expect(await codeOf(logIn('city_a1', 'wrong', proof))).toBe('account_or_password_error')
  expect(await codeOf(logIn('city_a1', SMALL_FLEET_PASSWORD, proof))).toBe('sign_in_proof_required')
})

it('of two who send the same solution at once, one guesses', async () => {
  await failOften('city_a1')
  const proof = await solve(await challengeAt('city_a1'))
  const codes = await Promise.all([0, 1].map(() => codeOf(logIn('city_a1', 'wrong', proof))))
  expect(codes.toSorted()).toEqual(['account_or_password_error', 'sign_in_proof_required'])
})

it('asking for a challenge counts as no failure, and is no line of the audit log', async () => {
  await failOften('city_a1')
  const lines = async () =>
    (await database.db.selectFrom('audit_log').select('audit_id').where('action', '=', 'login').execute()).length
  const before = await lines()
  for (let at = 0; at < LIMITS.login_failures_max; at += 1) await challengeAt('city_a1')
  expect(await lines()).toBe(before)
  const proof = await solve(await challengeAt('city_a1'))
  expect(await codeOf(logIn('city_a1', SMALL_FLEET_PASSWORD, proof))).toBe('ok')
})

it('each further failure doubles the work, up to a limit; ten still lock', async () => {
  await failOften('city_a1')
  const bits: number[] = []
  for (let at = LIMITS.login_proof_after; at < LIMITS.login_failures_max; at += 1) {
    const challenge = await challengeAt('city_a1')
    bits.push(challenge.bits)
    expect(await codeOf(logIn('city_a1', 'wrong', await solve(challenge)))).toBe('account_or_password_error')
  }
  expect(bits).toEqual([0, 1, 2, 3, 4, 4, 4].map((extra) => BITS + extra))
  expect(await codeOf(logIn('city_a1', SMALL_FLEET_PASSWORD))).toBe('account_locked')
})

it('guesses from many addresses make the proof due at addresses without failures', async () => {
  const failures = Array.from({ length: LIMITS.login_proof_everywhere_after }, () => ({
    subject: 'account:city_a1',
    failed_at: new Date(),
  }))
  await database.db.insertInto('login_failures').values(failures).execute()
  const proof = await solve(await challengeAt('city_a1'))
  expect(await codeOf(logIn('city_a1', SMALL_FLEET_PASSWORD, proof))).toBe('ok')
  expect(await codeOf(logIn('city_a2', SMALL_FLEET_PASSWORD))).toBe('ok')
})

it('failures of more than a quarter of an hour ago ask for nothing', async () => {
  await failOften('city_a1')
  const past = new Date(Date.now() - LIMITS.login_window_ms - 1_000)
  await database.db.updateTable('login_failures').set({ failed_at: past }).execute()
  expect(await codeOf(logIn('city_a1', SMALL_FLEET_PASSWORD))).toBe('ok')
})
