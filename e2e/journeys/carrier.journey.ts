import { imeiOf } from '@heatfleet/contract/identifiers.ts'
import { expect } from '@playwright/test'
import { startCarrierSimulator } from '../carrier-simulator.ts'
import { ADMIN_PASSWORD, type Product, startProduct } from '../product.ts'
import { findViolations } from './axe.ts'
import { test } from './close-contexts.ts'
import { fillLogIn } from './steps.ts'

const KEY = 'carrier-key-of-the-journey'
let carrier: Awaited<ReturnType<typeof startCarrierSimulator>>
let product: Product
test.beforeAll(async () => {
  carrier = await startCarrierSimulator(KEY)
  const environment = { HEATFLEET_CARRIER_URL: carrier.url, HEATFLEET_CARRIER_KEY: KEY }
  product = await startProduct({ mode: 'serve', environment })
})
test.afterAll(async () => {
  await product.stop()
  await carrier.stop()
})

test('the carrier is asked, stops and resumes a card, and tells its traffic', async ({ page }) => {
  test.slow()
  const iccid = imeiOf(`898604${String(Date.now() % 1_000_000_000_000).padStart(12, '0')}`)
  carrier.add({ iccid, status: 'active', plan: '30 MB a month', used_mb: 27 })
  await page.goto(product.url)
  await fillLogIn(page, 'admin', ADMIN_PASSWORD)
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
  await page.goto(`${product.url}/#/device/iccid-manage`)
  await page.getByRole('button', { name: 'Import' }).first().click()
  const drawer = page.getByRole('dialog', { name: 'Import SIM cards' })
  await drawer.getByLabel('Card numbers, one per line').fill(`iccid\n${iccid}`)
  await drawer.getByRole('button', { name: 'Read these rows' }).click()
  await drawer.getByRole('button', { name: 'Check' }).click()
  await drawer.getByRole('button', { name: 'Import 1 card' }).click()
  await expect(page.getByText('1 card imported.')).toBeVisible()

  // List: status, plan and traffic come from the carrier.
  const row = page.getByRole('row').filter({ hasText: iccid })
  await page.getByRole('button', { name: 'Sync with carrier' }).click()
  await expect(async () => {
    await page.reload()
    await expect(row).toContainText('Active', { timeout: 2_000 })
  }).toPass()
  await expect(row).toContainText('30 MB a month')
  expect(carrier.calls).toContain('/cards/list')

  // Stop, then resume.
  const act = async (name: 'Suspend' | 'Resume') => {
    await row.getByRole('button', { name: `Actions for ${iccid}` }).click()
    await page.getByRole('menuitem', { name }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name })).toBeVisible()
    const typed = dialog.getByRole('textbox')
    if ((await typed.count()) > 0) await typed.fill('1')
    await dialog.getByRole('button', { name }).click()
  }
  await act('Suspend')
  await expect(row).toContainText('Suspended')
  expect(carrier.statusOf(iccid)).toBe('stopped')
  await act('Resume')
  await expect(row).toContainText('Active')
  expect(carrier.statusOf(iccid)).toBe('active')

  // Traffic by day.
  await row.getByRole('button', { name: `Actions for ${iccid}` }).click()
  await page.getByRole('menuitem', { name: 'Open' }).click()
  await expect(page.getByRole('dialog', { name: iccid }).getByRole('img')).toHaveAttribute('aria-label', /MB/)
  expect(carrier.calls).toContain('/cards/traffic')
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
})
