import { api } from '@heatfleet/contract/api.ts'
import { expect, type Page, test } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { findViolations } from './axe.ts'
import { createProduct, publish } from './product-steps.ts'
import { PUBLISHED_LIST, PUBLISHED_POINTS } from './published-list.ts'
import { enter } from './steps.ts'

/** Imports the list, answers what it leaves open with the first answer offered, and takes it into the draft. */
const importList = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Import list…' }).click()
  const drawer = page.getByRole('dialog', { name: 'Import register list' })
  await drawer
    .locator('input[type=file]')
    .setInputFiles({ name: 'borealis.md', mimeType: 'text/markdown', buffer: Buffer.from(PUBLISHED_LIST) })
  await drawer.getByRole('button', { name: 'Check' }).click()
  const take = drawer.getByRole('button', { name: `Add ${PUBLISHED_POINTS} data points to the draft` })
  await expect(take).toBeVisible()
  await take.click()
  await expect(drawer).toBeHidden()
}

/** Starts a virtual unit that belongs to the manufacturer's stock; gives its id. */
const startUnit = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: 'Start one', exact: true }).click()
  const start = page.getByRole('dialog', { name: 'Start a virtual device' })
  await start.getByRole('combobox', { name: 'Holder' }).click()
  await page.getByText('Manufacturer’s stock', { exact: true }).last().click()
  await start.getByRole('button', { name: 'Start', exact: true }).click()
  const unit = page.getByRole('table', { name: 'Virtual devices' }).getByRole('row').nth(1)
  await expect(unit).toContainText('Online')
  return (await unit.getByRole('code').textContent()) ?? ''
}

test('a published list becomes a unit whose overview lives, by what is suggested for it', async ({ page }) => {
  test.slow()
  const admin = await sharedSession()
  const product_key = await createProduct(admin)
  const params = { product_key }
  const detail = `/product/product-detail/${product_key}`
  await enter(page, detail, admin)
  await importList(page)

  // After the import: what the points seem to mean, the sure ones ticked.
  const drawer = page.getByRole('dialog', { name: 'Suggested meaning of the data points' })
  const tags = drawer.getByRole('table', { name: 'Tags' })
  const accepted = tags.getByRole('checkbox', { name: 'Flow temperature: Flow water temperature', exact: true })
  const flow = tags.getByRole('row').filter({ has: page.getByRole('checkbox', { name: /^Flow temperature: / }) })
  await expect(flow).toContainText('Flow temperature')
  await expect(flow).toContainText('unit is °C')
  await expect(accepted).toBeChecked()
  await expect(drawer.getByRole('table', { name: 'Alarms and severity' }).getByRole('checkbox').first()).toBeChecked()
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])

  // One is taken out by keyboard and put back, all are accepted in one step, undone as one, and accepted again.
  await accepted.focus()
  await page.keyboard.press('Space')
  await expect(accepted).not.toBeChecked()
  await drawer.getByRole('button', { name: /^Tick the \d+ certain ones$/ }).click()
  await expect(accepted).toBeChecked()
  const tagged = async () =>
    (await admin.call(api.productDraft, { params })).points.filter(({ tag }) => tag !== null).length
  await drawer.getByRole('button', { name: /^Accept \d+ suggestions$/ }).click()
  await expect(drawer).toBeHidden()
  await expect.poll(tagged).toBeGreaterThan(25)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(tagged).toBe(0)
  await page.getByRole('button', { name: 'Suggestions…' }).click()
  await drawer.getByRole('button', { name: /^Accept \d+ suggestions$/ }).click()
  await expect.poll(tagged).toBeGreaterThan(25)
  const { points, settings } = await admin.call(api.productDraft, { params })
  expect(points.filter(({ alarm }) => alarm)).toHaveLength(11)
  expect(points.filter(({ accumulate }) => accumulate)).toHaveLength(4)
  expect(settings.panel.default_curves.length).toBeGreaterThan(3)
  await publish(page, product_key)

  await page.goto(`/#${detail}?tab=devices`)
  const mac = await startUnit(page)
  await page.goto(`/#/device/device-detail/${mac}`)
  const drawing = page.getByRole('img', { name: /^(?:Heating|Standby|Hot water|Defrosting)\. Flow/ })
  await expect(drawing).toBeVisible({ timeout: 60_000 })
  await expect(drawing).toHaveAccessibleName(
    /Flow −?\d+\.\d °C, return −?\d+\.\d °C, outdoor −?\d+\.\d °C, hot water \d+\.\d °C, compressor \d+ Hz/,
  )
  await expect(page.getByText('The data points of this product have no semantic tags yet')).toHaveCount(0)

  // A fault of its board is an alarm of the unit.
  const fault = points.find(({ names }) => names.en === 'Water flow failure')
  await admin.call(api.plantEvent, {
    body: { kind: 'fault', product_key, fault_key: fault?.key ?? '', target: { by: 'macs', macs: [mac] }, minutes: 10 },
  })
  await expect(page.getByRole('main').getByText('Water flow failure').first()).toBeVisible({ timeout: 90_000 })
  await admin.call(api.virtualUnitStop, { params: { mac } })
})

test('a unit whose product has no tags says so and leads to the suggestions', async ({ page }) => {
  const admin = await sharedSession()
  const product_key = await createProduct(admin)
  const detail = `/product/product-detail/${product_key}`
  await enter(page, detail, admin)
  await importList(page)
  await page.getByRole('button', { name: 'Not now' }).click()
  await publish(page, product_key)
  await page.goto(`/#${detail}?tab=devices`)
  const mac = await startUnit(page)
  await page.goto(`/#/device/device-detail/${mac}`)
  await expect(page.getByText('The data points of this product have no semantic tags yet')).toBeVisible()
  await expect(page.getByText('Unknown', { exact: true }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Show suggestions' }).click()
  await expect(page.getByRole('dialog', { name: 'Suggested meaning of the data points' })).toBeVisible()
  await admin.call(api.virtualUnitStop, { params: { mac } })
})
