import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { codeOf } from '../../../test/refusals.ts'
import { SMALL_FLEET_PASSWORD, type SmallAccount } from '../../../test/small-fleet.ts'

const STEP_MS = 30_000
const password = SMALL_FLEET_PASSWORD
const { database, console_, fleet } = useFleetConsole({ HEATFLEET_LOGIN_PER_ADDRESS: '100000' })
/** How far the clock of the console is ahead; codes are made for its time. */
let ahead_ms = 0
const jump = (by_ms: number) => {
  ahead_ms += by_ms
  console_.jump(by_ms)
}

// Each case in a new step, and without the failures of the one before.
beforeEach(() => jump(LIMITS.login_window_ms + STEP_MS))

const totpOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead_ms + steps * STEP_MS })
const logIn = (
  user_name: SmallAccount,
  more: { password?: string; code?: string; trust_browser?: boolean; browser_token?: string } = {},
) => console_.anonymous(api.login, { body: { user_name, password, ...more } })

const enrol = async (user_name: SmallAccount) => {
  const { call } = await console_.signIn(user_name)
  const { secret, uri } = await call(api.startSecondFactor, { body: { password } })
  const { recovery_codes } = await call(api.confirmSecondFactor, { body: { code: totpOf(secret) } })
  jump(STEP_MS)
  return { call, secret, uri, recovery_codes }
}

describe('a second factor', () => {
  it('is enrolled with the password and a code, and then required at the log-in', async () => {
    const { call } = await console_.signIn('city_a1')
    expect(await codeOf(call(api.startSecondFactor, { body: { password: 'wrong' } }))).toBe('password_error')
    const { secret, uri } = await call(api.startSecondFactor, { body: { password } })
    expect(uri).toContain(`secret=${secret}`)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(await codeOf(logIn('city_a1'))).toBe('ok')
    expect(await codeOf(call(api.confirmSecondFactor, { body: { code: '000000' } }))).toBe('second_factor_wrong')
    const { recovery_codes } = await call(api.confirmSecondFactor, { body: { code: totpOf(secret) } })
    expect(new Set(recovery_codes).size).toBe(LIMITS.recovery_codes)
    expect(await codeOf(logIn('city_a1'))).toBe('second_factor_required')
    jump(STEP_MS)
    expect(await codeOf(logIn('city_a1', { code: totpOf(secret) }))).toBe('ok')
    expect(await codeOf(call(api.startSecondFactor, { body: { password } }))).toBe('second_factor_enrolled')
  })

  it('takes a code of the step before and after, each once, and none twice or older', async () => {
    const { secret } = await enrol('city_a2')
    jump(3 * STEP_MS)
    for (const [steps, outcome] of [
      [-2, 'second_factor_wrong'],
      [2, 'second_factor_wrong'],
      [0, 'ok'],
      [0, 'second_factor_wrong'],
      [-1, 'second_factor_wrong'],
      [1, 'ok'],
      [1, 'second_factor_wrong'],
    ] as const)
      expect([steps, await codeOf(logIn('city_a2', { code: totpOf(secret, steps) }))]).toEqual([steps, outcome])
  })

  it('lets only one of two log-ins in that use a code at once', async () => {
    const { secret } = await enrol('county_a11')
    const code = totpOf(secret)
    const outcomes = await Promise.all([1, 2, 3].map(() => codeOf(logIn('county_a11', { code }))))
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1)
  })

  it('is passed once with each recovery code, however it is written', async () => {
    const { recovery_codes, call } = await enrol('province_b')
    const [first = '', second = ''] = recovery_codes
    expect(await codeOf(logIn('province_b', { code: first.toUpperCase().replace('-', ' ') }))).toBe('ok')
    expect(await codeOf(logIn('province_b', { code: first }))).toBe('second_factor_wrong')
    expect((await call(api.ownSecondFactor)).recovery_codes_left).toBe(LIMITS.recovery_codes - 1)
    expect(await codeOf(logIn('province_b', { code: second }))).toBe('ok')
  })

  it('is not guessed: wrong codes count like wrong passwords, and the code step resets no count', async () => {
    const { secret } = await enrol('province_a')
    for (let tries = 0; tries < LIMITS.login_failures_max; tries += 1) {
      expect(await codeOf(logIn('province_a', { code: '000000' }))).toBe('second_factor_wrong')
      await codeOf(logIn('province_a'))
    }
    expect(await codeOf(logIn('province_a', { code: totpOf(secret) }))).toBe('account_locked')
  })

  it('is not required from a trusted browser for thirty days, and always from another one', async () => {
    const { secret, call } = await enrol('auditor')
    const { browser_token } = await logIn('auditor', { code: totpOf(secret), trust_browser: true })
    const trusted = { browser_token: browser_token ?? '' }
    expect(await codeOf(logIn('auditor', trusted))).toBe('ok')
    expect(await codeOf(logIn('auditor', { browser_token: 'x'.repeat(43) }))).toBe('second_factor_required')
    expect(await codeOf(logIn('city_a1', trusted))).toBe('second_factor_required')
    const [browser] = (await call(api.ownSecondFactor)).trusted_browsers
    await call(api.forgetBrowser, { body: { browser_id: browser?.browser_id ?? 0 } })
    expect(await codeOf(logIn('auditor', trusted))).toBe('second_factor_required')
    jump(STEP_MS)
    const again = await logIn('auditor', { code: totpOf(secret), trust_browser: true })
    jump(LIMITS.trusted_browser_ms)
    expect(await codeOf(logIn('auditor', { browser_token: again.browser_token ?? '' }))).toBe('second_factor_required')
  })

  it('is required from a trusted browser again when another account set the password', async () => {
    const { secret } = await enrol('factory')
    const { browser_token } = await logIn('factory', { code: totpOf(secret), trust_browser: true })
    const trusted = { browser_token: browser_token ?? '' }
    expect(await codeOf(logIn('factory', trusted))).toBe('ok')
    const { call } = await console_.signIn('admin')
    const reset = await call(api.accountResetPassword, { params: { id: fleet.accounts.factory } })
    expect(await codeOf(logIn('factory', { ...trusted, password: reset.password }))).toBe('second_factor_required')
  })

  it('is removed with password and code, unless the role requires it', async () => {
    const { call } = await console_.signIn('admin')
    const { secret } = await call(api.startSecondFactor, { body: { password } })
    await call(api.confirmSecondFactor, { body: { code: totpOf(secret) } })
    jump(STEP_MS)
    const disable = (proof: { password: string; code: string }) => codeOf(call(api.removeSecondFactor, { body: proof }))
    expect(await disable({ password: 'wrong', code: totpOf(secret) })).toBe('password_error')
    expect(await disable({ password, code: '000000' })).toBe('second_factor_wrong')
    await database.db
      .updateTable('roles')
      .set({ requires_totp: true })
      .where('role_name', '=', 'Platform admin')
      .execute()
    expect(await disable({ password, code: totpOf(secret) })).toBe('second_factor_by_role')
    await database.db
      .updateTable('roles')
      .set({ requires_totp: false })
      .where('role_name', '=', 'Platform admin')
      .execute()
    expect(await disable({ password, code: totpOf(secret) })).toBe('ok')
    expect(await codeOf(logIn('admin'))).toBe('ok')
  })

  it('stands in no table and no answer in the clear', async () => {
    const { secret, recovery_codes } = await enrol('admin')
    for (const table of ['accounts', 'recovery_codes', 'audit_log'] as const) {
      const text = JSON.stringify(await database.db.selectFrom(table).selectAll().execute())
      for (const word of [secret, ...recovery_codes]) expect(text).not.toContain(word)
    }
  })
})
