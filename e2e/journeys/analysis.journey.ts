import { api } from '@heatfleet/contract/api.ts'
import { API_PREFIX, type Endpoint, type ResultOf } from '@heatfleet/contract/endpoint.ts'
import { expect, type Page } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { findViolations } from './axe.ts'
import { test } from './close-contexts.ts'
import { enter } from './steps.ts'

const SCREEN = '/device/device-analysis'

const expectNoViolations = async (page: Page) => {
  const violations = await findViolations(page)
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html).slice(0, 3)])).toEqual([])
}

/** What the screen is answered itself: other journeys add units, alarms and firmware between two calls. */
const answerTo = async <E extends Endpoint>(page: Page, { path }: E): Promise<ResultOf<E>> => {
  const response = await page.waitForResponse((answer) => answer.url().includes(`${API_PREFIX}${path}`))
  const { data } = (await response.json()) as { data: ResultOf<E> } // the envelope of every call
  return data
}

test('stock and activation: the funnel counts what the list shows, and leads there', async ({ page }) => {
  const { call } = await enter(page, SCREEN)
  const funnel = page.getByRole('list', { name: 'From import to use' })
  const link = funnel.getByRole('link', { name: /^Online at least once/ })
  // While the demo starts, units come online for the first time between the two readings.
  await expect(async () => {
    await page.reload()
    const { funnel: counted } = await call(api.analysisStock)
    await expect(link).toContainText(String(counted.online), { timeout: 5_000 })
  }).toPass()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Show as table: From import to use' }).click()
  await expect(page).toHaveURL(/table=funnel/)
  await expect(page.getByRole('table', { name: 'From import to use' })).toBeVisible()
  await page.getByRole('button', { name: 'Show as chart: From import to use' }).click()
  await link.click()
  await expect(page).toHaveURL(/device-list\?.*active_status=yes/)
})

test('two cohorts stand beside each other, and a link shows the same', async ({ page }) => {
  await enter(page, `${SCREEN}?tab=connectivity`)
  await page.getByRole('button', { name: 'Compare with a cohort' }).click()
  const filters = page.getByRole('search', { name: 'Filters of cohort B' })
  await filters.getByRole('button', { name: 'Product' }).click()
  await page
    .getByRole('menuitemcheckbox')
    .or(page.getByRole('menuitemradio'))
    .or(page.getByRole('menuitem'))
    .first()
    .click()
  await expect(page).toHaveURL(/compare=yes/)
  await expect(page).toHaveURL(/b_product_keys=/)
  await expect(page.getByRole('img', { name: 'Time online in percent, by day' })).toBeVisible()
  await expectNoViolations(page)
  await page.reload()
  await expect(page.getByRole('search', { name: 'Filters of cohort B' })).toBeVisible()
  await page.getByRole('button', { name: 'Stop comparing' }).click()
  await expect(page).not.toHaveURL(/b_product_keys=/)
})

test('versions: whoever may plan a campaign opens it from the laggards', async ({ page }) => {
  const answer = answerTo(page, api.analysisVersions)
  await enter(page, `${SCREEN}?tab=versions`)
  const { laggards } = await answer
  await expect(page.getByRole('heading', { name: 'Behind the latest enabled firmware' })).toBeVisible()
  await expectNoViolations(page)
  const [first] = laggards
  if (first === undefined) return
  await page
    .getByRole('link', { name: `Campaign of ${first.firmware_name}` })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`ota-list\\?campaign=${first.firmware_id}`))
})

test('faults: rates by code and group, as a table, and as a file', async ({ page }) => {
  const answer = answerTo(page, api.analysisFaults)
  await enter(page, `${SCREEN}?tab=faults&table=products`)
  const { products } = await answer
  const rows = page.getByRole('table', { name: 'By product' }).getByRole('row')
  await expect(rows).toHaveCount(products.list.length + 1)
  await expectNoViolations(page)
  const csv = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV: By product' }).click()
  expect((await csv).suggestedFilename()).toBe('By product.csv')
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export devices' }).click()
  expect((await file).suggestedFilename()).toBe('analysis.xlsx')
})

test('connectivity: units offline now are told apart by their likely cause, as a chart and as a table', async ({
  page,
}) => {
  const answer = answerTo(page, api.analysisConnectivity)
  await enter(page, `${SCREEN}?tab=connectivity&table=offline-causes`)
  const { offline, offline_causes } = await answer
  const offline_now = offline.reduce((sum, { units }) => sum + units, 0)
  expect(Object.values(offline_causes).reduce((sum, units) => sum + units, 0)).toBe(offline_now)
  const rows = page.getByRole('table', { name: 'Offline now, by likely cause' }).getByRole('row')
  await expect(rows).toHaveCount(Object.keys(offline_causes).length + 1)
  await expect(rows.filter({ hasText: 'SIM card ended' })).toContainText(String(offline_causes.card))
  await expectNoViolations(page)
})

test('a county sees its own units alone, and is told when these are few', async ({ page }) => {
  const person = await sharedSession('zhejiang')
  const answer = answerTo(page, api.analysisStock)
  await enter(page, SCREEN, person)
  const { units } = await answer
  await expect(page.getByRole('link', { name: /^Received/ })).toContainText(new RegExp(`^${units}\\b`))
})

for (const [tab, heading] of [
  ['efficiency', 'COP by outdoor temperature'],
  ['usage', 'Operating hours by day'],
  ['detectors', 'Detectors'],
] as const)
  test(`${tab} are figures of whole days, or say that there is none`, async ({ page }) => {
    await enter(page, `${SCREEN}?tab=${tab}`)
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
    await expectNoViolations(page)
  })
