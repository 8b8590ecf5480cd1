import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@heatfleet/contract/api.ts'
import { type Call, createClient } from '@heatfleet/contract/client.ts'
import { pollBlocksOf } from '@heatfleet/contract/products/plan.ts'
import { VirtualFleet } from '@heatfleet/contract/products/virtual-units.ts'
import { expect, type Page } from '@playwright/test'
import { openApp } from '../attacks/app-person.ts'
import { type Credentials, connectDevice } from '../device-client.ts'
import { ADMIN_PASSWORD, type Product, startProduct } from '../product.ts'
import { test } from './close-contexts.ts'
import { IS_FULL } from './looks.ts'
import { PUBLISHED_LIST, PUBLISHED_POINTS } from './published-list.ts'
import { fillLogIn, pickFirst } from './steps.ts'

/** A thousand rows of which thirty are wrong, and twenty modules, in the full form. */
const [UNITS, WRONG, ONLINE] = IS_FULL ? [1_000, 30, 20] : [60, 6, 5]
const GOOD = UNITS - WRONG
const PRODUCT_KEY = 'borealis-8'
const NO_LABEL = { did: '', secret_hex: '', code: '' }

/** What is on the label of a unit, and what its module is given. */
type Label = Credentials & { code: string }

let product: Product
let simulator: ChildProcess | null = null
test.beforeAll(async () => {
  product = await startProduct({ mode: 'serve' })
})
test.afterAll(async () => {
  simulator?.kill('SIGTERM')
  await product.stop()
})

/** The file of the factory: half of the wrong rows are cut off, the others stand in it twice. */
const factoryFile = (macs: readonly string[]): string => {
  const lines = macs.map((mac, at) => `${mac},SN-${1_000 + at}`)
  const twice = lines.slice(0, WRONG / 2)
  const cut = twice.map((line) => line.slice(5))
  return ['IMEI / MAC,Serial number', ...lines, ...twice, ...cut].join('\n')
}

/** Makes and publishes the product of a board from its maker's list. */
const createFromList = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'New product from a register list' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Borealis 8')
  await page.getByLabel('English name').fill('Borealis 8')
  await page.getByLabel('Product key').fill(PRODUCT_KEY)
  await page.getByRole('combobox', { name: 'Category' }).click()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Create and continue' }).click()
  await page.getByRole('button', { name: 'Import list…' }).click()
  const drawer = page.getByRole('dialog', { name: 'Import register list' })
  await drawer
    .locator('input[type=file]')
    .setInputFiles({ name: 'borealis.md', mimeType: 'text/markdown', buffer: Buffer.from(PUBLISHED_LIST) })
  await drawer.getByRole('button', { name: 'Check' }).click()
  await drawer.getByRole('button', { name: `Add ${PUBLISHED_POINTS} data points to the draft` }).click()
  const suggestions = page.getByRole('dialog', { name: 'Suggested meaning of the data points' })
  await suggestions.getByRole('button', { name: /^Accept \d+ suggestions$/ }).click()
  await expect(suggestions).toBeHidden()
  // The drawer closes before the draft is stored, and only what is stored is published.
  await expect(page.getByText(/^\d+ suggestions applied/)).toBeVisible()
  await page.getByRole('link', { name: 'Review and publish' }).click()
  await page.getByRole('button', { name: 'Publish…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Publish/ })
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** Imports a file in the console, leaves its wrong rows out, and takes the secrets away. */
const importFile = async (page: Page, macs: readonly string[]): Promise<Label[]> => {
  await page.goto(`${product.url}/#/device/device-import`)
  await page.getByRole('button', { name: 'Import devices' }).first().click()
  await page.getByRole('radio', { name: 'File' }).check()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'factory.csv', mimeType: 'text/csv', buffer: Buffer.from(factoryFile(macs)) })
  await expect(page.getByText(`${UNITS.toLocaleString('en-US')} rows`)).toBeVisible()
  await pickFirst(page.getByRole('combobox', { name: 'Product' }), 'Borealis 8')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByRole('tab', { name: new RegExp(`^New ${GOOD}$`) })).toBeVisible()
  await page.getByRole('tab', { name: new RegExp(`^Cannot be imported ${WRONG}$`) }).click()
  await page.getByRole('button', { name: `Skip all ${WRONG} rows with errors` }).click()
  await expect(page.getByRole('tab', { name: new RegExp(`^Skipped ${WRONG}$`) })).toBeVisible()
  await page.getByRole('button', { name: `Import ${GOOD} devices` }).click()
  await expect(page.getByRole('figure', { name: 'Result' })).toContainText(`Successful${GOOD}`)

  await page.getByRole('button', { name: 'Print labels' }).first().click()
  const labels = page.getByRole('dialog', { name: `Labels for ${GOOD} devices` })
  const pdf = page.waitForEvent('download')
  await labels.getByRole('button', { name: 'Download PDF' }).click()
  expect(
    readFileSync(await (await pdf).path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')

  await page.getByRole('button', { name: /^Actions for I/ }).click()
  await page.getByRole('menuitem', { name: 'Download secrets' }).click()
  const csv = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click()
  const text = readFileSync(await (await csv).path(), 'utf8')
  const labels_of_units = text
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line): Label => {
      const [did = '', secret_hex = '', code = ''] = line.replaceAll('"', '').split(',')
      return { did, secret_hex, code }
    })
  expect(labels_of_units).toHaveLength(GOOD)
  return labels_of_units
}

/** Ships all units in the console, one level down. */
const shipTo = async (page: Page, macs: readonly string[], agent_name: string): Promise<void> => {
  await page.goto(`${product.url}/#/device/device-saled`)
  await page.getByRole('button', { name: 'Ship devices' }).first().click()
  await page.getByLabel('IDs, pasted or scanned').fill(macs.join('\n'))
  await pickFirst(page.getByRole('combobox', { name: /^Receiver/ }), agent_name)
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByRole('button', { name: `Ship ${macs.length} devices` }).click()
  // The message of the shipment before may still stand.
  await expect(page.getByText(/^Shipped as batch S\d+/).last()).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
}

/** Boards of the product behind modules of the simulator, which speak the real device protocol. */
const startModules = async (call: Call, modules: readonly Credentials[]): Promise<void> => {
  const { points, settings } = await call(api.productDraft, { params: { product_key: PRODUCT_KEY } })
  const { access } = settings
  const board = {
    baud: access.baud,
    fmt: access.format,
    slave: access.slave,
    data_type: 'registers',
    points,
    blocks: pollBlocksOf(points, access).map(({ slave, fn, start, quantity }) => ({ slave, fn, start, quantity })),
  } as const
  simulator = fork(join(import.meta.dirname, '..', '..', 'simulator', 'src', 'virtual-main.ts'), [], { execArgv: [] })
  simulator.send(
    VirtualFleet.parse({
      url: `mqtt://127.0.0.1:${product.mqtt_port}`,
      units: modules.map(({ did, secret_hex }) => ({ did, secret_hex, ...board })),
    }),
  )
}

test('a board’s list becomes a product, its units go from a factory’s file to a home, and one is replaced', async ({
  page,
}) => {
  test.setTimeout(300_000)
  await page.goto(product.url)
  await fillLogIn(page, 'admin', ADMIN_PASSWORD)
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
  let token: string | null = null
  const call = createClient({ base_url: product.url, token: () => token })
  ;({ token } = await call(api.login, { body: { user_name: 'admin', password: ADMIN_PASSWORD } }))

  await page.getByRole('button', { name: /First product/ }).click()
  await createFromList(page)
  const stamp = randomBytes(2).toString('hex')
  const macs = Array.from({ length: GOOD }, (_, at) => `a4c1${stamp}${String(at).padStart(4, '0')}`)
  const secrets = await importFile(page, macs)

  // Down the tree: each level sees its units, and has them from the one above.
  let parent_id: number | null = null
  for (const [at, region_code] of ['330000', '330100', '330106'].entries()) {
    const agent_name = ['Zhejiang', 'Hangzhou', 'Xihu'][at] ?? ''
    const user_name = agent_name.toLowerCase()
    const account = { email: `${user_name}@example.com`, user_name, password: 'First-Log-In-26' }
    const agent_level = (at + 1) as 1 | 2 | 3 // The places of three regions.
    const agent: { agent_id: number } = await call(api.createAgent, {
      body: { agent_name, agent_level, region_code, parent_id, ...account },
    })
    parent_id = agent.agent_id
    await shipTo(page, macs, agent_name)
  }

  // Modules log in with the secrets of their labels, one of which is replaced later; a wrong one is refused.
  const modules = secrets.slice(0, ONLINE)
  const [first = NO_LABEL] = modules
  await expect(connectDevice(product.mqtt_port, { ...first, secret_hex: '00'.repeat(32) })).rejects.toMatchObject({
    code: 4,
  })
  await startModules(call, modules)
  await page.goto(`${product.url}/#/device/device-list?quick=online`)
  await expect(page.getByRole('row').filter({ hasText: 'Xihu' })).toHaveCount(ONLINE, { timeout: 60_000 })

  // Recognized by detection at the first log-in, with its evidence.
  await expect(page.getByRole('row').filter({ hasText: 'Recognized' })).toHaveCount(ONLINE, { timeout: 90_000 })
  await page.goto(`${product.url}/#/device/device-detail/${first.did}?tab=model`)
  const model = page.getByRole('tabpanel', { name: 'Model' })
  await expect(model.getByRole('table', { name: 'Candidates' })).toContainText('Borealis 8')
  await expect(model.getByRole('table', { name: 'Candidates' })).toContainText('100 %')

  // An app user binds one with the claim code of its label.
  const app = await openApp(product.url, call, 'Borealis Home')
  const person = await app.join(`anna-${stamp}@example.com`)
  await person.call(api.appBind, { body: { device_id: first.did, code: first.code } })
  await page.goto(`${product.url}/#/device/device-binder?search=${first.did}`)
  await expect(page.getByRole('row').filter({ hasText: first.did })).toContainText('Code of the label')

  // Its module is replaced: the unit keeps its owner, the old module is refused.
  const fresh = secrets.at(-1) ?? first
  await page.goto(`${product.url}/#/device/device-list?keyword=${first.did}`)
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Replace module' }).click()
  const wizard = page.getByRole('dialog', { name: /^Replace the module of/ })
  await wizard.getByLabel('MAC or IMEI of the new module').fill(fresh.did)
  await expect(wizard.getByText('The new module can be used.')).toBeVisible()
  await wizard.getByLabel('Reason').fill('does not start')
  await wizard.getByRole('button', { name: 'Replace', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`device-detail/${fresh.did}`))
  await expect(page.getByRole('status').filter({ hasText: `previously ${first.did}` })).toBeVisible()
  expect((await person.call(api.appDevices)).map(({ device_id }) => device_id)).toEqual([fresh.did])
  simulator?.kill('SIGTERM')
  await startModules(call, [...modules.slice(1), fresh])
  const body = { macs: [fresh.did], quick: 'online' as const }
  await expect.poll(async () => (await call(api.deviceList, { body })).total, { timeout: 60_000 }).toBe(1)
})
