import { randomBytes } from 'node:crypto'
import { api } from '@heatfleet/contract/api.ts'
import { exampleProductFile } from '@heatfleet/contract/products/file.ts'
import { expect, type Page } from '@playwright/test'
import type { Credentials } from '../device-client.ts'
import { type SetPointModule, startSetPointModule } from '../faults/set-point-module.ts'
import { running, type SignedIn, sharedSession } from '../running.ts'
import { findViolations } from './axe.ts'
import { test } from './close-contexts.ts'
import { enter, pickFirst } from './steps.ts'

const SET_POINT = 'Heating set-point'
/** Raw half degrees. */
const BEFORE = 90
const AFTER = 94

let modules: SetPointModule[] = []
test.afterEach(() => {
  for (const module of modules) module.stop()
  modules = []
})

/** Units of this journey alone, with modules to come. `Virtual` keeps them out of the lists of other journeys. */
const importUnits = async (admin: SignedIn, count: number, product_key: string): Promise<Credentials[]> => {
  const stamp = randomBytes(3).toString('hex')
  const units = Array.from({ length: count }, (_, at) => ({
    did: `7cdfb${at}${stamp}`,
    secret_hex: randomBytes(32).toString('hex'),
  }))
  const lines = units.map(({ did, secret_hex }) => `${did},${secret_hex},Virtual ${did}`)
  const content = Buffer.from(['IMEI / MAC,Device secret,Device name', ...lines].join('\n')).toString('base64')
  const { import_id } = await admin.call(api.importFileCheck, {
    body: { file_name: 'rollouts.csv', content, product_key },
  })
  const params = { id: import_id }
  await admin.call(api.importStart, { params, body: {} })
  await expect.poll(async () => (await admin.call(api.importInfo, { params })).state).toBe('done')
  return units
}

const connect = (units: readonly Credentials[], raw: number): void => {
  modules.push(...units.map((unit) => startSetPointModule(running.mqtt_port(), unit, { raw, answer_ms: () => 20 })))
}

const untilOnline = ({ call }: SignedIn, macs: string[], count: number) =>
  expect.poll(async () => (await call(api.deviceList, { body: { macs, online_status: 'online' } })).total).toBe(count)

/**
 * Six units in the order of their ids: two that refuse a write, two that take it, one that has the value, one that is off
 * line.
 */
const addModules = async (admin: SignedIn): Promise<{ macs: string[]; connectLast: () => void }> => {
  const units = await importUnits(admin, 6, 'r290-monobloc')
  connect(units.slice(0, 4), BEFORE)
  connect(units.slice(4, 5), AFTER)
  for (const module of modules.slice(0, 2)) module.refuse(true)
  const macs = units.map(({ did }) => did)
  await untilOnline(admin, macs, 5)
  return { macs, connectLast: () => connect(units.slice(5), BEFORE) }
}

const expectNoViolations = async (page: Page): Promise<void> => {
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
}

const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click()

test('settings go out in waves, halt at the threshold, are tried again and taken back', async ({ page }) => {
  test.slow()
  const admin = await sharedSession()
  const { macs, connectLast } = await addModules(admin)
  await enter(page, '/device/rollout-list', admin)
  await page.getByRole('button', { name: 'New rollout' }).first().click()

  // Units, settings, and what would change.
  await pickFirst(page.getByRole('combobox', { name: 'Product' }), 'R290 monobloc')
  await page.getByRole('radio', { name: 'List of devices' }).check()
  await page.getByRole('textbox', { name: 'IMEI / MAC' }).fill(macs.join('\n'))
  await next(page)
  await pickFirst(page.getByRole('combobox', { name: 'Add setting' }), SET_POINT)
  await page.getByRole('spinbutton', { name: `Value of ${SET_POINT}` }).fill('47')
  await next(page)
  for (const tab of [/^Changes 4$/, /^Already equal 1$/, /^Offline 1$/, /^Cannot be set 0$/])
    await expect(page.getByRole('tab', { name: tab })).toBeVisible()
  await page.getByRole('tab', { name: /^Offline/ }).click()
  await expect(page.getByRole('row').filter({ hasText: macs[5] ?? '' })).toBeVisible()
  await expectNoViolations(page)
  await next(page)

  // Nothing typed is lost on the way back.
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page.getByRole('spinbutton', { name: `Value of ${SET_POINT}` })).toHaveValue('47.0')
  await next(page)
  await next(page)
  await page.getByRole('spinbutton', { name: 'Size of wave 1' }).fill('2')
  await page.getByRole('spinbutton', { name: 'Stop at failure rate, %' }).fill('50')
  await expect(page.getByText('Waves: 2 + 2 + 2')).toBeVisible()
  await next(page)
  const name = `Journey ${macs[0]?.slice(-6)}`
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Propose' }).click()

  // Approved and started; both units of the first wave refuse, so nothing of the second is touched.
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click()
  await expect(page.getByText('Halted in wave 1: 2 of 2 attempted devices failed')).toBeVisible()
  const rowOf = (mac: string | undefined) => page.getByRole('row').filter({ hasText: mac ?? '' })
  await expect(rowOf(macs[0])).toContainText('Failed')
  await expect(rowOf(macs[2])).toContainText('Waiting')
  expect(modules.flatMap(({ written }) => written)).toEqual([])
  await expectNoViolations(page)
  const halted = (await admin.call(api.notices)).list.filter(({ subject }) => subject === name)
  expect(halted.map(({ what }) => what)).toEqual(['rollout_halted'])

  // Repaired, tried again, and waited for the last.
  for (const module of modules) module.refuse(false)
  await page.getByRole('button', { name: 'Retry failed' }).click()
  await expect(rowOf(macs[3])).toContainText('Set')
  connectLast()
  await expect(rowOf(macs[5])).toContainText('Set')
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeHidden()
  await expect(rowOf(macs[4])).toContainText('Already equal')
  await expect(rowOf(macs[2])).toContainText('45.0 °C')
  expect(modules.map(({ raw, written }) => [raw(), written.length])).toEqual(
    macs.map((_, at) => [AFTER, at === 4 ? 0 : 1]),
  )

  // One unit gets its old value back.
  await rowOf(macs[2]).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Roll back selected' }).click()
  const dialog = page.getByRole('dialog', { name: 'Roll back 1 device?' })
  await dialog.getByRole('button', { name: 'Roll back selected' }).click()
  await expect(page.getByRole('heading', { name: `Rollback of ${name}` })).toBeVisible()
  await expect(rowOf(macs[2])).toContainText('Set')
  expect(modules[2]?.raw()).toBe(BEFORE)
  expect(modules[3]?.raw()).toBe(AFTER)

  // The log of the first names each step, and the unit leads to its last rollout.
  await page.getByRole('link', { name: /^Reverts rollout/ }).click()
  await page.getByRole('tab', { name: 'Log' }).click()
  const log = page.getByRole('table', { name: 'Log' })
  for (const text of ['Proposed.', 'Started on 6 devices.', 'Retried 2 devices.', /Rolled back 1 device:/, 'Finished.'])
    await expect(log.getByRole('row').filter({ hasText: text })).toBeVisible()
  await page.goto(`/#/device/device-detail/${macs[2]}?tab=control`)
  await expect(page.getByText('Last settings rollout:')).toBeVisible()
  await page.getByRole('link', { name: 'All rollouts of this device' }).click()
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(2)
})

/** A product with the points of the built-in one and a control template, and a unit that differs from it. */
const addTemplate = async (admin: SignedIn): Promise<{ product_key: string; mac: string }> => {
  const { call } = admin
  const { points, settings } = await call(api.productDraft, { params: { product_key: 'r290-monobloc' } })
  const product_key = `drift-${Date.now().toString(36)}`
  const names = { en: 'Warm floor', zh: '地暖', pl: 'Podłogówka' }
  const file = {
    ...exampleProductFile,
    basics: { ...exampleProductFile.basics, english_name: '' },
    points,
    settings: { ...settings, control_templates: [{ names, values: [{ key: 'sp_heat', value: 38.5 }] }] },
  }
  const params = { product_key }
  const { revision } = await call(api.productFileImport, {
    body: { file, file_name: 'drift.json', product_key, name: product_key },
  })
  await call(api.productPublish, { params, body: { revision, accept_warnings: true } })
  const units = await importUnits(admin, 1, product_key)
  connect(units, BEFORE)
  const [mac = ''] = units.map(({ did }) => did)
  await untilOnline(admin, [mac], 1)
  return { product_key, mac }
}

test('units that differ from a template are found and handed to the wizard, as ticked devices are', async ({
  page,
}) => {
  const admin = await sharedSession()
  const { product_key, mac } = await addTemplate(admin)
  await enter(page, '/device/rollout-list?tab=templates', admin)
  const row = page.getByRole('table', { name: 'Templates' }).getByRole('row').filter({ hasText: product_key })
  await expect(row).toContainText('38.5 °C')
  await row.getByRole('button', { name: 'Compare devices' }).click()
  const drift = page.getByRole('region', { name: 'Devices compared with Warm floor' })
  const unit = drift.getByRole('row').filter({ hasText: mac })
  await expect(unit).toBeVisible()
  await expectNoViolations(page)
  await unit.getByRole('checkbox').check()
  await drift.getByRole('button', { name: 'Apply template…' }).click()
  await expect(page.getByRole('textbox', { name: 'IMEI / MAC' })).toHaveValue(mac)
  await next(page)
  await expect(page.getByRole('spinbutton', { name: `Value of ${SET_POINT}` })).toHaveValue('38.5')

  // What another screen handed over is no input of a person: leaving asks nothing.
  await page.goto(`/#/device/device-list?keyword=${mac}`)
  await page.getByRole('row').filter({ hasText: mac }).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Change settings…' }).click()
  await expect(page.getByRole('heading', { name: 'New rollout' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'IMEI / MAC' })).toHaveValue(mac)
  // Two lists that describe one board are recognized as neither, whichever journey detects it next.
  await admin.call(api.productDisable, { params: { product_key }, body: { disabled: true } })
})
