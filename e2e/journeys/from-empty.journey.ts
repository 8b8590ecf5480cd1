import { randomBytes } from 'node:crypto'
import { api } from '@heatfleet/contract/api.ts'
import { createClient } from '@heatfleet/contract/client.ts'
import { expect, type Page } from '@playwright/test'
import { connectDevice } from '../device-client.ts'
import { ADMIN_PASSWORD, type Product, startProduct } from '../product.ts'
import { findViolations } from './axe.ts'
import { test } from './close-contexts.ts'
import { fillLogIn } from './steps.ts'

let product: Product
test.beforeAll(async () => {
  product = await startProduct({ mode: 'serve' })
})
test.afterAll(async () => {
  await product.stop()
})

// Both fill the one installation, the first of them from empty.
test.describe.configure({ mode: 'serial' })

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
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])

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
  await expect(step(page, 'First product')).toContainText('Skipped')

  // Units: a module that connects shows within seconds, and is approved from here.
  const did = `7cdf${randomBytes(4).toString('hex')}`
  const refused = connectDevice(product.mqtt_port, { did, secret_hex: '00'.repeat(32) })
  await expect(refused).rejects.toMatchObject({ code: 5 })
  await expect(page.getByText(`Module ${did} tried to connect.`)).toBeVisible({ timeout: 5_000 })
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  const shown = page.getByRole('dialog', { name: 'Secret of the module' })
  const secret_hex = ((await shown.getByText(`${did},`).textContent()) ?? '').split(',')[1] ?? ''
  await shown.getByRole('checkbox').check()
  await shown.getByRole('button', { name: 'Close' }).click()
  const module = await connectDevice(product.mqtt_port, { did, secret_hex })
  await isDone(page, 'First devices')
  await isDone(page, 'First product')
  await open(page, 'First devices')
  await page.getByRole('button', { name: /^Start a virtual device/ }).click()
  await expect(page.getByText('Virtual device started')).toBeVisible()
  await page.getByRole('button', { name: 'Show devices' }).click()
  await expect(page.getByRole('row').filter({ hasText: did })).toContainText('Online')
  await expect(page.getByRole('row').filter({ hasText: 'Virtual' })).toContainText('Online')
  await module.endAsync()

  // Distributor, mail, backup; then the console opens with the device list.
  await page.goBack()
  await open(page, 'First distributor')
  await page.getByRole('button', { name: 'Skip', exact: true }).click()
  await open(page, 'E-mail')
  await expect(page.getByRole('button', { name: 'Add e-mail channel' })).toBeVisible()
  await page.getByRole('button', { name: 'Skip', exact: true }).click()
  await open(page, 'Backup')
  await page.getByRole('button', { name: 'Skip', exact: true }).click()
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

const UNITS = 1_000
const WRONG = 30
const ONLINE = 20

test('a thousand units of a file go from the stock to a county, and log in with the secrets of their labels', async () => {
  test.slow()
  let token: string | null = null
  const call = createClient({ base_url: product.url, token: () => token })
  ;({ token } = await call(api.login, { body: { user_name: 'admin', password: ADMIN_PASSWORD } }))

  // The file: half of the wrong lines are cut off, the others stand in it twice.
  const units = Array.from({ length: UNITS - WRONG }, (_, at) => ({
    did: `a4c1${String(at).padStart(8, '0')}`,
    secret_hex: randomBytes(32).toString('hex'),
  }))
  const lines = units.map(({ did, secret_hex }) => `${did},${secret_hex}`)
  const twice = lines.slice(0, WRONG / 2)
  const cut = twice.map((line) => line.slice(4))
  const content = Buffer.from(['IMEI / MAC,Device secret', ...lines, ...twice, ...cut].join('\n')).toString('base64')
  const file = { file_name: 'factory.csv', content, product_key: 'r290-monobloc', import_tag: 'First lot' }
  const { import_id, counts } = await call(api.importFileCheck, { body: file })
  expect(counts).toMatchObject({ new: UNITS - WRONG, error: WRONG })
  const params = { id: import_id }
  await call(api.importEdit, { params, body: { drop_errors: true } })
  await call(api.importStart, { params, body: {} })
  await expect.poll(async () => (await call(api.importInfo, { params })).state).toBe('done')

  // Down the tree, one level at a time.
  const macs = units.map(({ did }) => did)
  const chain: number[] = []
  for (const [at, region_code] of ['330000', '330100', '330106'].entries()) {
    const user_name = `level-${at + 1}`
    const email = `${user_name}@example.com`
    const place = { agent_name: user_name, agent_level: (at + 1) as 1 | 2 | 3, region_code }
    const { agent_id } = await call(api.createAgent, {
      body: { ...place, parent_id: chain.at(-1) ?? null, email, user_name, password: 'First-Log-In-26' },
    })
    const shipped = await call(api.shipDevices, { body: { agent_id, macs } })
    expect(shipped.device_count).toBe(UNITS - WRONG)
    chain.push(agent_id)
  }
  const steps = (await call(api.firstRun)).steps.filter(({ done }) => done).map((row) => row.step)
  expect(steps).toEqual(['company', 'product', 'units', 'distributor'])

  const online = units.slice(0, ONLINE)
  const modules = await Promise.all(online.map((unit) => connectDevice(product.mqtt_port, unit)))
  const listed = { query: { pageNo: 1, size: 100 }, body: { quick: 'online' } } as const
  await expect
    .poll(async () => {
      const { list } = await call(api.deviceList, listed)
      return list.filter(({ mac, agent_name }) => macs.includes(mac) && agent_name === 'level-3').length
    })
    .toBe(ONLINE)
  for (const module of modules) await module.endAsync()
})
