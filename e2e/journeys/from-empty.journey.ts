import { randomBytes } from 'node:crypto'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { connectDevice } from '../device-client.ts'
import { ADMIN_PASSWORD, type Product, startProduct } from '../product.ts'
import { test } from './close-contexts.ts'
import { fillLogIn } from './steps.ts'

let product: Product
test.beforeAll(async () => {
  product = await startProduct({ mode: 'serve' })
})
test.afterAll(async () => {
  await product.stop()
})

const step = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`${name}`) })
const isDone = (page: Page, name: string) => expect(step(page, name)).toContainText('Done')
/** Opens a step that is closed. */
const open = async (page: Page, name: string): Promise<void> => {
  if ((await step(page, name).getAttribute('aria-expanded')) === 'false') await step(page, name).click()
}

test('an empty installation leads its first administrator to a fleet', async ({ page }) => {
  test.slow()
  await page.goto(product.url)
  await fillLogIn(page, 'admin', ADMIN_PASSWORD)
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '0 of 6 done' })).toBeVisible()
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([])

  // Company: the corner of the console shows it.
  await page.getByLabel('Name in the console').fill('Nuanyuan')
  await page.getByRole('button', { name: 'Save' }).click()
  await isDone(page, 'Company name and logo')
  await page.getByRole('button', { name: 'Expand menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Main menu' }).getByText('Nuanyuan')).toBeVisible()

  // Product: the built-in one will do; the step is taken up where one stopped.
  await page.reload()
  await expect(step(page, 'First product')).toHaveAttribute('aria-expanded', 'true')
  await page.getByRole('button', { name: 'Use the built-in product' }).click()
  await expect(step(page, 'First product')).toContainText('Set aside')

  // Units: a module that connects shows within seconds, and is approved from here.
  const did = `7cdf${randomBytes(4).toString('hex')}`
  const refused = connectDevice(product.mqtt_port, { did, secret_hex: '00'.repeat(32) })
  await expect(refused).rejects.toMatchObject({ code: 5 })
  await expect(page.getByText(`A module ${did} has knocked.`)).toBeVisible({ timeout: 5_000 })
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  const shown = page.getByRole('dialog', { name: 'Secret of the module' })
  const secret_hex = ((await shown.getByText(`${did},`).textContent()) ?? '').split(',')[1] ?? ''
  await shown.getByRole('checkbox').check()
  await shown.getByRole('button', { name: 'Close' }).click()
  const module = await connectDevice(product.mqtt_port, { did, secret_hex })
  await isDone(page, 'First units')
  await isDone(page, 'First product')
  await open(page, 'First units')
  await page.getByRole('button', { name: /^Start a virtual unit/ }).click()
  await expect(page.getByText('A virtual unit was started')).toBeVisible()
  await page.getByRole('button', { name: 'Look at the units' }).click()
  await expect(page.getByRole('row').filter({ hasText: did })).toContainText('Online')
  await expect(page.getByRole('row').filter({ hasText: 'Virtual' })).toContainText('Online')
  await module.endAsync()

  // Distributor, mail, backup; then the console opens with the device list.
  await page.goBack()
  await open(page, 'First distributor')
  await page.getByRole('button', { name: 'Set aside', exact: true }).click()
  await open(page, 'Mail')
  await expect(page.getByText('This version sends no mail')).toBeVisible()
  await page.getByRole('button', { name: 'Set aside', exact: true }).click()
  await open(page, 'Backup')
  await page.getByRole('button', { name: 'Set aside', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: '3 of 6 done' })).toBeVisible()
  const again = await page.context().browser()?.newPage()
  if (again === undefined) throw new Error('the browser is gone')
  await again.goto(product.url)
  await fillLogIn(again, 'admin', ADMIN_PASSWORD)
  await expect(again.getByRole('heading', { name: 'Devices' })).toBeVisible()
  await again.getByRole('button', { name: /Account/ }).click()
  await again.getByRole('menuitem', { name: 'First steps' }).click()
  await expect(again.getByRole('heading', { name: 'First steps' })).toBeVisible()
  await again.close()
})
