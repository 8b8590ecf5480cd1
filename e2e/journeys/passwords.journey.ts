import { api } from '@heatfleet/contract/api.ts'
import { createClient } from '@heatfleet/contract/client.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { COMMON_PASSWORDS } from '@heatfleet/contract/session/common-passwords.ts'
import { checkPassword } from '@heatfleet/contract/session/password-policy.ts'
import { expect, test } from '@playwright/test'
import { running, sharedSession } from '../running.ts'
import { enter } from './steps.ts'

/** The default password policy. */
const POLICY = { min: LIMITS.password_min, common: COMMON_PASSWORDS }

test('a generated password meets the policy, allows one log-in to change it, and is never shown again', async ({
  page,
}) => {
  const admin = await sharedSession()
  const user_name = `made-${Date.now().toString(36)}`
  const owner = { user_name, email: `${user_name}@example.com` }
  await enter(page, '/user/user-detail/new', admin)
  const field = page.getByLabel('Initial password')
  const generated: string[] = []
  for (let press = 0; press < 5; press += 1) {
    await page.getByRole('button', { name: 'Generate' }).click()
    generated.push(await field.inputValue())
  }
  expect(new Set(generated).size).toBe(5)
  for (const password of generated) expect(checkPassword(POLICY, password, owner), password).toBeNull()
  // Masked on the screen.
  await expect(field).toHaveAttribute('type', 'password')

  await page.getByRole('textbox', { name: 'User name' }).fill(user_name)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(owner.email)
  await page.getByRole('combobox', { name: 'Distributor', exact: true }).click()
  await page.getByTitle('Manufacturer', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Role', exact: true }).click()
  await page.getByTitle('Read-only auditor').click()
  await page.getByRole('combobox', { name: 'Resource group' }).click()
  await page.getByTitle('Whole fleet').click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { name: user_name })).toBeVisible()
  const first = generated.at(-1) ?? ''
  await expect(page.getByLabel('Initial password')).toHaveCount(0)
  expect(await page.content()).not.toContain(first)

  const logIn = (password: string) =>
    createClient({ base_url: running.url(), token: () => null })(api.login, { body: { user_name, password } })
  expect((await logIn(first)).must_change_password).toBe(true)

  // A reset password is shown in one dialog; the old one is invalid, and the new one is never shown again.
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Reset password' }).click()
  const asked = page.getByRole('dialog')
  const revoke = asked.getByRole('checkbox', { name: 'revoke its API tokens', exact: false })
  await expect(revoke).not.toBeChecked()
  await revoke.check()
  await asked.getByRole('button', { name: 'Reset password' }).click()
  const shown = page.getByRole('dialog', { name: `New password of ${user_name}` })
  const second = await shown.getByRole('code').innerText()
  expect(checkPassword(POLICY, second, owner), second).toBeNull()
  expect(generated).not.toContain(second)
  await expect(shown.getByRole('button', { name: 'Close' }).last()).toBeDisabled()
  await shown.getByRole('checkbox', { name: 'I have stored it', exact: false }).check()
  await shown.getByRole('button', { name: 'Close' }).last().click()
  await expect(shown).toBeHidden()
  await expect(logIn(first)).rejects.toThrow('account or password error')
  expect((await logIn(second)).must_change_password).toBe(true)
  const { list: resets } = await admin.call(api.auditList, { body: { action: 'accountResetPassword' } })
  expect(resets[0]?.detail).toMatchObject({ user_name, api_tokens: 0, identities: 0 })
  await page.reload()
  await expect(page.getByRole('heading', { name: user_name })).toBeVisible()
  for (const password of [first, second]) expect(await page.content()).not.toContain(password)
  for (const action of ['accountCreate', 'accountResetPassword'] as const) {
    const { list } = await admin.call(api.auditList, { body: { action } })
    expect(list.length).toBeGreaterThan(0)
    for (const password of [first, second]) expect(JSON.stringify(list)).not.toContain(password)
  }
})
