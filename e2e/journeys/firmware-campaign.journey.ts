import { randomBytes } from 'node:crypto'
import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { expect, type Page } from '@playwright/test'
import type { Credentials } from '../device-client.ts'
import { clientOf, signIn } from '../faults/stored.ts'
import type { UpgradeModule } from '../faults/upgrade-faults.ts'
import { startUpgradeModule } from '../faults/upgrade-module.ts'
import { freePort } from '../free-port.ts'
import { ADMIN_PASSWORD, type Product, startProduct } from '../product.ts'
import { findViolations } from './axe.ts'
import { test } from './close-contexts.ts'
import { fillLogIn, pickFirst } from './steps.ts'

const UNITS = 200
/** 5 % of them, and so many of these lose their board with the bad image. */
const FIRST_WAVE = 10
const FRAIL = 4
const HARDWARE = 'JRN-1'
const PRODUCT = 'r290-monobloc'
const IMAGE_BYTES = 16_384

// A product of its own: two hundred more units would change what other journeys count.
let product: Product
let modules: UpgradeModule[] = []
test.beforeAll(async () => {
  const http_port = await freePort()
  const environment = { HEATFLEET_FIRMWARE_URL: `http://127.0.0.1:${http_port}` }
  product = await startProduct({ mode: 'serve', http_port, environment })
})
test.afterAll(async () => {
  for (const module of modules) module.stop()
  await product.stop()
})

const importUnits = async (call: Call): Promise<Credentials[]> => {
  const stamp = randomBytes(3).toString('hex')
  const units = Array.from({ length: UNITS }, (_, at) => ({
    did: `7cdf${stamp}${at.toString(16).padStart(2, '0')}`,
    secret_hex: randomBytes(32).toString('hex'),
  }))
  const lines = units.map(({ did, secret_hex }, at) => `${did},${secret_hex},House ${at + 1}`)
  const content = Buffer.from(['IMEI / MAC,Device secret,Device name', ...lines].join('\n')).toString('base64')
  const body = { file_name: 'fleet.csv', content, product_key: PRODUCT }
  const { import_id } = await call(api.importFileCheck, { body })
  const params = { id: import_id }
  await call(api.importStart, { params, body: {} })
  await expect.poll(async () => (await call(api.importInfo, { params })).state).toBe('done')
  return units
}

/** Every fourth fetches its image by link. */
const connectAll = async (call: Call, units: readonly Credentials[]): Promise<void> => {
  const { public_key } = await call(api.firmwareVersions, { query: { product_key: PRODUCT } })
  const kind = { hw: HARDWARE, old_version: '1.0.0', public_key }
  modules = units.map((unit, at) => startUpgradeModule(product.mqtt_port, unit, { ...kind, has_http: at % 4 === 0 }))
  for (const module of modules.slice(0, FRAIL)) module.weaken()
  const query = { pageNo: 1, size: 10 }
  await expect.poll(async () => (await call(api.deviceList, { query })).counts.online).toBe(UNITS)
}

const upload = async (page: Page, version: string, image: Buffer): Promise<void> => {
  await page.goto(`${product.url}/#/device/ota`)
  await page.getByRole('button', { name: 'Upload firmware' }).first().click()
  const form = page.getByRole('dialog', { name: 'Upload firmware' })
  await pickFirst(form.getByRole('combobox', { name: /^Product/ }), 'R290')
  await form.getByLabel(/^Hardware version/).fill(HARDWARE)
  await form.getByLabel(/^Software version/).fill(version)
  await form.getByLabel(/^Name/).fill('Winter radio')
  const file = { name: `radio-${version}.bin`, mimeType: 'application/octet-stream', buffer: image }
  await form.getByRole('button', { name: 'File', exact: true }).setInputFiles(file)
  await form.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText(`Winter radio ${version} uploaded and signed.`)).toBeVisible()
}

/** Checked by a dry run, proposed, approved and started. */
const runCampaign = async (page: Page, name: string, version: string): Promise<void> => {
  const row = page.getByRole('row').filter({ hasText: version })
  await row.getByRole('button', { name: `Actions: Winter radio ${version}` }).click()
  await page.getByRole('menuitem', { name: 'Upgrade devices' }).click()
  const form = page.getByRole('dialog', { name: 'New campaign' })
  await form.getByLabel(/^Name/).fill(name)
  await form.getByRole('spinbutton', { name: /^Monitor each device/ }).fill('1')
  await form.getByRole('button', { name: 'Check' }).click()
  await expect(form.getByRole('status')).toContainText(`${UNITS} of ${UNITS} devices will be upgraded`)
  await form.getByRole('button', { name: 'Propose' }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  for (const step of ['Approve', 'Start']) {
    await page.getByRole('button', { name: step, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: step, exact: true }).click()
  }
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible()
}

/** Narrow, in languages with long and with tall words: nothing is wider than the window. */
const LOOKS = [
  { language: 'en', theme: 'light', width: 1440 },
  { language: 'pl', theme: 'dark', width: 1024 },
  { language: 'zh', theme: 'light', width: 1024 },
] as const

const showIn = async (
  page: Page,
  { language, theme, width }: (typeof LOOKS)[number],
  screens: Readonly<Record<string, string>>,
  pathOf: (name: string) => string,
): Promise<void> => {
  await page.setViewportSize({ width, height: 900 })
  await page.evaluate(
    (look) => {
      localStorage.setItem('theme', look.theme)
      localStorage.setItem('locale', look.language)
    },
    { language, theme },
  )
  for (const [name, path] of Object.entries(screens)) {
    await page.goto(`${product.url}/#${path}`)
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await page.screenshot({ path: pathOf(`${name}-${language}-${theme}-${width}.png`), fullPage: true })
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect.soft(wider, `${name} in ${language}`).toBeLessThanOrEqual(0)
  }
}

const withVersion = (version: string): number => modules.filter((module) => module.version() === version).length
const isAccessible = async (page: Page) => expect((await findViolations(page)).map(({ id }) => id)).toEqual([])

test('a bad image is stopped by the health gate in its first wave, and the fixed one reaches two hundred units', async ({
  page,
}, test_info) => {
  test.setTimeout(900_000)
  const call = clientOf(product.url, await signIn(product.url))
  await connectAll(call, await importUnits(call))
  await page.goto(product.url)
  await fillLogIn(page, 'admin', ADMIN_PASSWORD)
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible()

  await upload(page, '1.1.0', Buffer.concat([Buffer.from('simulated bus-loss=0.1\n'), randomBytes(IMAGE_BYTES)]))
  await runCampaign(page, 'To 1.1.0', '1.1.0')
  await expect(page.getByText(/^Halted in wave 1: \d+ of \d+ attempted devices failed/)).toBeVisible({
    timeout: 180_000,
  })
  await page.screenshot({ path: test_info.outputPath('bad-wave.png') })
  await isAccessible(page)
  // The first wave alone has it; what was under way there may still end.
  expect(withVersion('1.1.0')).toBeLessThanOrEqual(FIRST_WAVE)
  expect(withVersion('1.0.0')).toBeGreaterThanOrEqual(UNITS - FIRST_WAVE)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByText('Stopped').first()).toBeVisible()

  await upload(page, '1.1.1', randomBytes(IMAGE_BYTES))
  await page.screenshot({ path: test_info.outputPath('firmware.png') })
  await runCampaign(page, 'To 1.1.1', '1.1.1')
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeHidden({ timeout: 600_000 })
  await page.screenshot({ path: test_info.outputPath('all-done.png') })
  await isAccessible(page)
  expect(withVersion('1.1.1')).toBe(UNITS)
  expect(modules.reduce((sum, module) => sum + module.fetched(), 0)).toBeGreaterThan(0)
  const { versions } = await call(api.firmwareVersions, { query: { product_key: PRODUCT } })
  expect(versions).toMatchObject([{ hardware_version: HARDWARE, software_version: '1.1.1', devices: UNITS }])
  await page.goto(`${product.url}/#/product/product-detail/${PRODUCT}?tab=firmware`)
  // The campaign's own rows name the version as well, and may hold the number in a MAC: the product's screen is waited for.
  await expect(page.getByRole('heading', { name: 'Versions in the field', exact: true })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: '1.1.1' }).first()).toContainText(String(UNITS))
  await page.screenshot({ path: test_info.outputPath('field.png') })
  await isAccessible(page)
  const { list } = await call(api.upgradeHistory, { query: { pageNo: 1, size: 9 }, body: {} })
  const idOf = (name: string): number => list.find((one) => one.name === name)?.rollout_id ?? 0
  for (const look of LOOKS)
    await showIn(
      page,
      look,
      {
        firmware: '/device/ota',
        upgrades: '/device/ota-list',
        stopped: `/device/rollout-detail/${idOf('To 1.1.0')}`,
        done: `/device/rollout-detail/${idOf('To 1.1.1')}`,
        unit: `/device/device-detail/${modules[0]?.did}?tab=upgrade`,
        field: `/product/product-detail/${PRODUCT}?tab=firmware`,
      },
      (name) => test_info.outputPath(name),
    )
})
