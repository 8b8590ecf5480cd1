import { createHmac } from 'node:crypto'
import { api } from '@heatfleet/contract/api.ts'
import { expect, type Page } from '@playwright/test'
import { running, sharedSession } from '../running.ts'
import { test } from './close-contexts.ts'
import { fillLogIn } from './steps.ts'

const INITIAL = 'Frosty-Valve-81'
const OWN = 'Warmer-Valve-82'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP_MS = 30_000

/** The bytes of a secret as an authenticator app is given it: base32, blanks do not count. */
const bytesOf = (secret: string): Buffer => {
  const bits = Array.from(secret.replaceAll(/[\s=]/g, ''), (letter) =>
    LETTERS.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The six digits an authenticator app shows at a moment (RFC 6238), `steps` of 30 s from it. */
const codeAt = (secret: string, at_ms: number, steps = 0): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at_ms / STEP_MS) + steps))
  const hash = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const from = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(from) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Creates an account with an initial password; returns its name. */
const makeAccount = async (): Promise<string> => {
  const { call } = await sharedSession()
  const { list } = await call(api.roleList, { query: { pageNo: 1, size: 100 } })
  const role = list.find(({ role_name }) => role_name === 'Read-only auditor')
  const user_name = `second-${Date.now()}`
  await call(api.accountCreate, {
    body: {
      user_name,
      email: `${user_name}@example.org`,
      role_id: role?.role_id ?? 0,
      resource_group_id: 1,
      agent_id: null,
      password: INITIAL,
    },
  })
  return user_name
}

const openSecurity = (page: Page) => page.goto('/#/center/info?tab=security')

test('an initial password is changed, a second factor set up and required, and other sessions are ended', async ({
  browser,
  page,
}) => {
  const user_name = await makeAccount()
  await page.goto('/')
  await fillLogIn(page, user_name, INITIAL)
  await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('qwertyuiop')
  await page.getByLabel('Repeat new password').fill('qwertyuiop')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page.getByRole('alert')).toContainText('too common')
  await page.getByLabel('New password', { exact: true }).fill(OWN)
  await page.getByLabel('Repeat new password').fill(OWN)
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page).toHaveURL(/#\/device\/device-list/)

  await openSecurity(page)
  await page.getByRole('button', { name: 'Set up two-factor authentication' }).click()
  await page.getByRole('dialog').getByLabel('Current password').fill(OWN)
  await page.getByRole('button', { name: 'Continue' }).click()
  const secret =
    (await page
      .locator('dialog')
      .getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/)
      .textContent()) ?? ''
  await page.getByLabel('Code from the app').fill(codeAt(secret, Date.now()))
  const codes = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await expect(codes.locator('code')).toHaveCount(10)
  const recovery = (await codes.locator('code').first().textContent()) ?? ''
  await codes.getByRole('checkbox').check()
  await codes.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText(/^On since/)).toBeVisible()

  const other = await (await browser.newContext({ locale: 'en-US', baseURL: running.url() })).newPage()
  await other.goto('/')
  await fillLogIn(other, user_name, OWN)
  await other.getByLabel('Code', { exact: true }).fill('000000')
  await expect(other.getByRole('alert')).toContainText('wrong')
  // The code of the enrolment is used up; the next one is good already.
  await other.getByLabel('Code', { exact: true }).fill(codeAt(secret, Date.now(), 1))
  await expect(other).toHaveURL(/#\/device\/device-list/)

  await openSecurity(page)
  await page.reload()
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(other).toHaveURL(/#\/login/)
  await fillLogIn(other, user_name, OWN)
  await other.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await other.getByLabel('Recovery code').fill(recovery)
  await other.getByRole('checkbox', { name: 'Trust this browser' }).check()
  await other.getByRole('button', { name: 'Continue' }).click()
  await expect(other).toHaveURL(/#\/device\/device-list/)
  await other.goto('/#/logout')
  await expect(other).toHaveURL(/#\/login$/)
  await fillLogIn(other, user_name, OWN)
  await expect(other).toHaveURL(/#\/device\/device-list/)
})
