import { api } from '@heatfleet/contract/api.ts'
import { createClient } from '@heatfleet/contract/client.ts'
import { expect } from '@playwright/test'
import { freePort } from '../free-port.ts'
import { startMailReceiver } from '../mail-receiver.ts'
import { ADMIN_PASSWORD, type Product, startProduct } from '../product.ts'
import { test } from './close-contexts.ts'
import { fillLogIn } from './steps.ts'

const NEW_PASSWORD = 'Copper-Kettle-7'

/** The link of a mail as it was sent. */
const linkIn = (raw: string): string => {
  const text = raw.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=')
  return /http:\/\/127\.0\.0\.1:\d+\/#\/login\?link=[\w-]+/.exec(text)?.[0] ?? ''
}

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
  const link = linkIn(receiver.mails[0]?.raw ?? '')
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

test('who forgot the password asks for a link at the sign-in page, and a late link leads to the next one', async ({
  page,
}) => {
  test.slow()
  let token: string | null = null
  const call = createClient({ base_url: product.url, token: () => token })
  ;({ token } = await call(api.login, { body: { user_name: 'admin', password: ADMIN_PASSWORD } }))
  const { list: channels } = await call(api.channelList, { body: {} })
  for (const { channel_id, updated_at } of channels)
    await call(api.deleteChannel, { params: { id: channel_id }, query: { updated_at } })
  await page.goto(`${product.url}/#/login`)
  await expect(page.getByText('Forgot your password? Ask your administrator.')).toBeVisible()

  const server = { host: '127.0.0.1', port: receiver.port, security: 'none', sender: 'fleet@example.com' } as const
  await call(api.createChannel, { body: { kind: 'email', channel_name: 'Post', shared: true, ...server } })
  const { agent_id } = await call(api.createAgent, {
    body: {
      agent_name: 'South',
      agent_level: 1,
      region_code: '320000',
      parent_id: null,
      email: 'ben@example.com',
      user_name: 'ben',
      password: 'First-Log-In-26',
    },
  })
  expect(agent_id).toBeGreaterThan(0)
  const before = receiver.mails.length
  await page.reload()
  await page.getByLabel('Account', { exact: true }).fill('ben')
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  const account = page.getByLabel('Account', { exact: true })
  await expect(account).toHaveValue('ben')
  await account.fill('')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter your account.')).toBeVisible()
  await account.fill('ben')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()
  await expect(page.getByText('If ben is an account with an e-mail address', { exact: false })).toBeVisible()
  await expect.poll(() => receiver.mails.length).toBe(before + 1)
  const link = linkIn(receiver.mails[before]?.raw ?? '')
  await page.getByRole('button', { name: 'Go to sign-in' }).click()

  await page.goto('about:blank')
  await page.goto(link)
  await expect(page.getByText('For the account ben of this console.')).toBeVisible()
  for (const field of await page.locator('input[type=password]').all()) await field.fill(NEW_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText('New password saved')).toBeVisible()
  await page.getByRole('button', { name: 'Go to sign-in' }).click()
  await fillLogIn(page, 'ben', NEW_PASSWORD)
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()

  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('about:blank')
  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText('This link has been used')
  await page.getByRole('button', { name: 'Request a new link' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  // After three wrong passwords the browser proves its work by itself; a wrong one is told as ever, the right one signs in.
  await page.getByRole('button', { name: 'Go to sign-in' }).click()
  // The form before has a field of the same name.
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  const proofs = page.waitForRequest((request) => request.postData()?.includes('"proof"') === true)
  for (let tries = 0; tries < 4; tries += 1) {
    const answered = page.waitForResponse(
      async (response) =>
        response.url().endsWith('/user/login') && (await response.text()).includes('account_or_password_error'),
    )
    await fillLogIn(page, 'ben', 'not-the-one')
    await answered
    await expect(page.getByRole('alert')).toHaveText('Wrong account or password.')
  }
  await proofs
  await fillLogIn(page, 'ben', NEW_PASSWORD)
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  // Neither the link nor its token is in what the product writes down.
  expect(product.output()).not.toContain(new URL(link.replace('/#', '')).searchParams.get('link'))
})
