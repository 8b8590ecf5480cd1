import { api } from '@heatfleet/contract/api.ts'
import { createClient } from '@heatfleet/contract/client.ts'
import { expect } from '@playwright/test'
import { freePort } from '../free-port.ts'
import { startMailReceiver } from '../mail-receiver.ts'
import { ADMIN_PASSWORD, type Product, startProduct } from '../product.ts'
import { test } from './close-contexts.ts'
import { fillLogIn } from './steps.ts'

const NEW_PASSWORD = 'Copper-Kettle-7'

let product: Product
let receiver: Awaited<ReturnType<typeof startMailReceiver>>
test.beforeAll(async () => {
  receiver = await startMailReceiver()
  const http_port = await freePort()
  product = await startProduct({
    mode: 'serve',
    http_port,
    environment: {
      HEATFLEET_PUBLIC_URL: `http://127.0.0.1:${http_port}`,
      HEATFLEET_NOTIFICATION_NETWORKS: '127.0.0.0/8',
    },
  })
})
test.afterAll(async () => {
  receiver.close()
  await product.stop()
})

test('mail is set up from the first steps, and a new person gets the link to a password by it', async ({ page }) => {
  test.slow()
  await page.goto(product.url)
  await fillLogIn(page, 'admin', ADMIN_PASSWORD)
  const step = page.getByRole('button', { name: /E-mail/ })
  await step.click()
  await page.getByRole('button', { name: 'Add e-mail channel' }).click()
  await page.getByRole('button', { name: 'New channel' }).first().click()
  const form = page.getByRole('dialog', { name: 'New channel' })
  await form.getByLabel('Name', { exact: true }).fill('Mail')
  await form.getByLabel('Mail server').fill('127.0.0.1')
  await form.getByLabel('Port').fill(String(receiver.port))
  await form.getByLabel('Security').click()
  await page.getByRole('option', { name: 'None' }).click()
  await form.getByLabel('Sender').fill('fleet@example.com')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Mail saved.')).toBeVisible()
  await page.goto(`${product.url}/#/center/first-run`)
  await expect(step).toContainText('Done')

  let token: string | null = null
  const call = createClient({ base_url: product.url, token: () => token })
  ;({ token } = await call(api.login, { body: { user_name: 'admin', password: ADMIN_PASSWORD } }))
  const { agent_id } = await call(api.createAgent, {
    body: {
      agent_name: 'North',
      agent_level: 1,
      region_code: '330000',
      parent_id: null,
      email: 'anna@example.com',
      user_name: 'anna',
      password: 'First-Log-In-26',
    },
  })
  expect(agent_id).toBeGreaterThan(0)
  const { list } = await call(api.accountList, { query: { pageNo: 1, size: 10 }, body: { user_name: 'anna' } })
  await page.goto(`${product.url}/#/user/user-detail/${list[0]?.uid}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Reset link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click()
  const shown = page.getByRole('dialog', { name: 'Link for anna' })
  await shown.getByRole('button', { name: 'Send to anna@example.com' }).click()
  await expect(shown.getByText('Sent to anna@example.com')).toBeVisible()
  // Nothing has to be copied once it has left.
  await shown.getByRole('button', { name: 'Close' }).last().click()

  expect(receiver.mails.map(({ to }) => to)).toEqual([['anna@example.com']])
  const raw = receiver.mails[0]?.raw.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=') ?? ''
  const [link = ''] = /http:\/\/127\.0\.0\.1:\d+\/#\/login\?link=[\w-]+/.exec(raw) ?? []
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('about:blank')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  for (const field of await page.locator('input[type=password]').all()) await field.fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('New password saved')).toBeVisible()
  await page.getByRole('button', { name: 'Go to sign-in' }).click()
  await fillLogIn(page, 'anna', NEW_PASSWORD)
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
})
