import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { api } from '@heatfleet/contract/api.ts'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { REGULATOR_LIST } from './regulator-list.ts'
import { enter, openPart } from './steps.ts'

/**
 * A list as its maker published it becomes a living unit, with nothing done but what a person does on the screen. Of the
 * questions it takes the first answer offered: a person would look it up. `HEATFLEET_LIST=FILE` tries that list instead;
 * several, parted by commas, are the tables of one product.
 */
const PATH = process.env.HEATFLEET_LIST
const LISTS =
  PATH === undefined
    ? [{ name: 'nordhang.md', buffer: Buffer.from(REGULATOR_LIST) }]
    : PATH.split(',').map((path) => ({ name: basename(path), buffer: readFileSync(path) }))
/** What a person takes for one step: to find it, to decide, to click or to type. Seconds, generous. */
const STEP_SECONDS = 15
const LIMIT_SECONDS = 600

let steps = 0
const click = async (target: Locator): Promise<void> => {
  steps += 1
  await target.click()
}
const fill = async (target: Locator, text: string): Promise<void> => {
  steps += 1
  await target.fill(text)
}

/** Answers what the list leaves open until it can be taken. */
const answerQuestions = async (drawer: Locator, take: Locator): Promise<void> => {
  const open = drawer.getByRole('radiogroup').filter({ hasNot: drawer.page().locator(':checked') })
  await expect(open.or(take).first()).toBeVisible()
  while ((await open.count()) > 0) {
    const left = await open.count()
    await click(open.first().getByRole('radio').first())
    await expect.poll(() => open.count()).toBeLessThan(left)
  }
  await expect(take).toBeEnabled()
}

const publish = async (page: Page): Promise<void> => {
  await click(page.getByRole('button', { name: 'Publish…' }))
  const dialog = page.getByRole('dialog', { name: /^Publish / })
  await click(dialog.getByRole('checkbox'))
  await click(dialog.getByRole('button', { name: 'Publish', exact: true }))
  await expect(dialog).toBeHidden()
}

const importList = async (page: Page, list: (typeof LISTS)[number]): Promise<void> => {
  await click(page.getByRole('button', { name: /^Import list/ }))
  const drawer = page.getByRole('dialog', { name: 'Import register list' })
  steps += 1
  await drawer.locator('input[type=file]').setInputFiles({ ...list, mimeType: 'application/octet-stream' })
  await click(drawer.getByRole('button', { name: 'Check' }))
  const take = drawer.getByRole('button', { name: /^Add \d+ data points to the draft/ })
  await answerQuestions(drawer, take)
  await click(take)
  const suggestions = page.getByRole('dialog', { name: 'Suggested meaning of the data points' })
  await click(suggestions.getByRole('button', { name: /^Accept \d+ suggestions$/ }))
  await expect(suggestions).toBeHidden()
  // The drawer closes before the draft is stored, and only what is stored is published.
  await expect(page.getByText(/^\d+ suggestions applied/).last()).toBeVisible()
}

test('a list as its maker published it becomes a living unit in ten minutes of a person’s steps', async ({
  page,
}, test_info) => {
  const admin = await sharedSession()
  const product_key = `maker-${Date.now().toString(36)}`
  await enter(page, '/product/product-create', admin)
  const begun = Date.now()
  await fill(page.getByLabel(/^Product key/), product_key)
  await fill(page.getByLabel(/^Name/), product_key)
  await click(page.getByRole('combobox', { name: /^Category/ }))
  await click(page.getByRole('option').first())
  await click(page.getByRole('button', { name: 'Create and continue' }))
  for (const list of LISTS) await importList(page, list)
  await page.goto(`/#/product/product-detail/${product_key}`)
  await publish(page)
  await click(page.getByRole('tab', { name: /^Devices/ }))
  await click(page.getByRole('button', { name: 'Start one', exact: true }))
  const start = page.getByRole('dialog', { name: 'Start a virtual device' })
  await click(start.getByRole('combobox', { name: 'Holder' }))
  await click(page.getByText('Manufacturer’s stock', { exact: true }).last())
  await click(start.getByRole('button', { name: 'Start', exact: true }))
  const unit = page.getByRole('table', { name: 'Virtual devices' }).getByRole('row').nth(1)
  await expect(unit).toContainText('Online')
  const mac = (await unit.getByRole('code').textContent()) ?? ''
  steps += 1
  await page.goto(`/#/device/device-detail/${mac}`)
  const drawing = page.getByRole('img', { name: /Flow −?\d/ })
  await expect(drawing).toBeVisible({ timeout: 60_000 })
  const shown = (await drawing.getAttribute('aria-label')) ?? ''
  // A list of one of several makers may have no power at all; ours has one.
  if (PATH === undefined) await expect(page.getByRole('row', { name: /^Power \d.* kW/ })).toBeVisible()
  await page.screenshot({ path: test_info.outputPath('living-unit.png') })
  const seconds = (Date.now() - begun) / 1000
  // Points of a list without sections have no tab: nothing on the screen is named by it.
  const control = await openPart(page, 'Control')
  await expect(control.getByRole('heading').first()).toBeVisible()
  expect(await control.getByRole('tab').allTextContents()).not.toContain('')
  const live = await openPart(page, 'Live data')
  await expect(live.getByRole('columnheader').nth(5)).toBeVisible()
  expect((await live.getByRole('columnheader').allTextContents()).filter((text) => /^ ·|^$/.test(text))).toEqual([])
  const { points } = await admin.call(api.productDraft, { params: { product_key } })
  const alarms = points.filter(({ alarm }) => alarm).length
  const of_a_person = Math.round(seconds + steps * STEP_SECONDS)
  process.stderr.write(
    `${LISTS.map(({ name }) => name).join(', ')}: ${points.length} points, ${alarms} alarms, ${steps} steps, ${seconds.toFixed(0)} s of the product, about ${of_a_person} s of a person: ${shown}\n`,
  )
  for (const part of [/return −?\d/, /outdoor −?\d/, /compressor (\d|on|off)/]) expect.soft(shown).toMatch(part)
  expect(alarms).toBeGreaterThan(0)
  expect(of_a_person).toBeLessThan(LIMIT_SECONDS)
  await admin.call(api.virtualUnitStop, { params: { mac } })
})
