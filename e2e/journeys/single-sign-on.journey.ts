import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { api } from '@heatfleet/contract/api.ts'
import { createClient } from '@heatfleet/contract/client.ts'
import { CALLBACK_PATH } from '@heatfleet/contract/single-sign-on/single-sign-on.ts'
import { expect, type Page } from '@playwright/test'
import { freePort } from '../free-port.ts'
import { ADMIN_PASSWORD, type Product, startProduct } from '../product.ts'
import { findViolations } from './axe.ts'
import { test } from './close-contexts.ts'
import { fillLogIn } from './steps.ts'

const PROVIDER = join(import.meta.dirname, '../../server/test/openid-provider-main.ts')
const people = [
  { subject: 'wang', email: 'wang@example.com', email_verified: true },
  { subject: 'nobody', email: 'nobody@example.com', email_verified: true },
]

let product: Product
let provider: ChildProcess
test.beforeAll(async () => {
  const [http_port, provider_port] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${http_port}`
  const words = [PROVIDER, `${url}${CALLBACK_PATH}`, JSON.stringify(people), String(provider_port)]
  provider = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'ignore'] })
  const ready = provider.stdout === null ? Promise.reject(new Error('no output')) : once(provider.stdout, 'data')
  product = await startProduct({
    mode: 'serve',
    http_port,
    environment: {
      HEATFLEET_PUBLIC_URL: url,
      HEATFLEET_OIDC_ISSUER: `http://127.0.0.1:${provider_port}`,
      HEATFLEET_OIDC_CLIENT_ID: 'heatfleet',
      HEATFLEET_OIDC_CLIENT_SECRET: 'the-secret-of-the-test-client',
      HEATFLEET_OIDC_NAME: 'Example ID',
    },
  })
  await ready
})
test.afterAll(async () => {
  provider.stdin?.end()
  await product.stop()
})

/** At the provider's page. */
const signInAs = async (page: Page, subject: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Person' }).fill(subject)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
const leave = (page: Page) => page.getByRole('button', { name: 'Continue with Example ID' }).click()
const isAccessible = async (page: Page) => expect((await findViolations(page)).map(({ id }) => id)).toEqual([])

test('an account is linked to a person at the provider, who then signs in there', async ({ page, browser }) => {
  await page.goto(product.url)
  await fillLogIn(page, 'admin', ADMIN_PASSWORD)
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
  await page.goto(`${product.url}/#/center/info?tab=security`)
  await expect(page.getByText('No identity at Example ID is linked to this account.')).toBeVisible()
  await page.getByRole('button', { name: 'Link Example ID' }).click()
  await signInAs(page, 'wang')
  const linked = page.getByRole('table', { name: 'Single sign-on' }).getByRole('row', { name: /wang@example\.com/ })
  await expect(linked).toBeVisible()
  await isAccessible(page)

  const context = await browser.newContext()
  const other = await context.newPage()
  // A screen that was asked for is where the sign-in leads back to.
  await other.goto(`${product.url}/#/user/audit-log`)
  await expect(other.getByRole('button', { name: 'Continue with Example ID' })).toBeVisible()
  await isAccessible(other)
  await leave(other)
  await other.getByRole('button', { name: 'Cancel' }).click()
  await expect(other.getByRole('alert')).toContainText('Example ID could not confirm the sign-in')
  await isAccessible(other)
  await other.getByRole('button', { name: 'Back to sign-in' }).click()
  await leave(other)
  await signInAs(other, 'wang')
  await expect(other).toHaveURL(/#\/user\/audit-log/)

  // Unlinked: the session opened that way ends, the one that unlinks goes on.
  await linked.getByRole('button', { name: 'Unlink' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
  await expect(page.getByText('No identity at Example ID is linked to this account.')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Continue with Example ID' })).toBeVisible()
  await context.close()
})

test('a person of no account is told so and nothing is created', async ({ page }) => {
  await page.goto(product.url)
  await leave(page)
  await signInAs(page, 'nobody')
  await expect(page.getByRole('alert')).toContainText('No account here is linked to nobody@example.com')
  const client = createClient({ base_url: product.url, token: () => null })
  const { token } = await client(api.login, { body: { user_name: 'admin', password: ADMIN_PASSWORD } })
  const call = createClient({ base_url: product.url, token: () => token })
  expect((await call(api.accountList, { query: { pageNo: 1, size: 10 }, body: {} })).total).toBe(1)
})
