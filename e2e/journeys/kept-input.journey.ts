import { api } from '@heatfleet/contract/api.ts'
import { API_PREFIX } from '@heatfleet/contract/endpoint.ts'
import { expect, type Page, test } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { demoUnits, waitForDemo } from './demo-units.ts'
import { deviceRows, enter, openOnlineDevice, openPart, openScreens } from './steps.ts'

const question = (page: Page) => page.getByRole('dialog', { name: 'Discard unsaved changes?' })

test('settings that were not sent outlive the tabs of the unit, and are not lost without a question', async ({
  page,
}) => {
  await enter(page)
  await openOnlineDevice(page)
  const panel = await openPart(page, 'Control')
  const field = panel.getByRole('textbox', { name: 'Heating set-point', exact: true })
  const wanted = Number(await field.inputValue()) >= 50 ? '48.5' : '51.5'
  await field.fill(wanted)
  const dot = openScreens(page).getByRole('img', { name: 'unsaved changes' })
  await expect(dot).toBeVisible()
  await openPart(page, 'Live data')
  await openPart(page, 'Control')
  await expect(field).toHaveValue(wanted)

  for (const leave of [
    () => openScreens(page).getByRole('button', { name: 'Device list', exact: true }).click(),
    () =>
      openScreens(page)
        .getByRole('button', { name: /^Close / })
        .click(),
  ]) {
    await leave()
    await question(page).getByRole('button', { name: 'Keep editing' }).click()
    await expect(field).toHaveValue(wanted)
  }
  await openScreens(page).getByRole('button', { name: 'Device list', exact: true }).click()
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL(/#\/device\/device-list/)
  await expect(dot).toHaveCount(0)
})

test('a name that the server did not take stays in the field, and the message has the request to quote', async ({
  page,
}) => {
  await waitForDemo()
  await enter(page)
  await page.route(
    ({ pathname }) => pathname === `${API_PREFIX}${api.deviceUpdate.path}`,
    (route) => route.fulfill({ status: 500, headers: { 'x-request-id': 'journey-500' }, body: '' }),
  )
  const row = deviceRows(page).first()
  await row.hover()
  await row.getByRole('button', { name: /^Rename/ }).click()
  const field = page.getByRole('textbox', { name: 'New name' })
  await field.fill('Half-typed name')
  await field.press('Enter')
  await expect(page.getByText('Request journey-500')).toBeVisible()
  await expect(field).toHaveValue('Half-typed name')
  await field.press('Escape')
  await expect(field).toBeHidden()
  await page.unrouteAll()
})

test('an address typed by hand does not leave unsaved input without a question, and the way back is right after it', async ({
  page,
}) => {
  await enter(page, '/product/product-list')
  await expect(page.getByRole('grid')).toBeVisible()
  // As the address bar does it: the page stays, its hash is another one.
  const type = (address: string) => page.evaluate((hash) => location.assign(`#${hash}`), address)
  await type('/product/product-create')
  await expect(page.getByRole('heading', { name: 'New product' })).toBeVisible()
  const field = page.getByLabel(/^Product key/)
  await field.fill('half-typed')
  await expect(openScreens(page).getByRole('img', { name: 'unsaved changes' })).toBeVisible()
  await type('/issue/issue-list')
  await question(page).getByRole('button', { name: 'Keep editing' }).click()
  await expect(page).toHaveURL(/#\/product\/product-create/)
  await expect(field).toHaveValue('half-typed')
  await page.goBack()
  await question(page).getByRole('button', { name: 'Keep editing' }).click()
  await expect(field).toHaveValue('half-typed')
  await type('/issue/issue-list')
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL(/#\/issue\/issue-list/)
  await page.goBack()
  await expect(page).toHaveURL(/#\/product\/product-create/)
  await page.goBack()
  await expect(page).toHaveURL(/#\/product\/product-list/)
})

test('the title of the browser names the screen', async ({ page }) => {
  await enter(page, '/distributor/distributor-list')
  await expect(page).toHaveTitle('Distributor list · Heatfleet')
  await openScreens(page).getByRole('button', { name: 'Device list', exact: true }).click()
  await expect(page).toHaveTitle('Device list · Heatfleet')
  const name = (await deviceRows(page).first().getByRole('link').textContent())?.trim() ?? ''
  // By its name: the list is sorted by alarms, and another unit may be the first by now.
  await page.getByRole('link', { name, exact: true }).first().click()
  await expect(page).toHaveTitle(`${name} · Heatfleet`)
})

test('a page past the end of a list is its last page', async ({ page }) => {
  await enter(page, '/device/device-list?pageNo=99')
  await expect(deviceRows(page).first()).toBeVisible()
  await expect(page).not.toHaveURL(/pageNo=99/)
})

test('the states of two units are two named strips, their points are told apart', async ({ page }) => {
  await waitForDemo()
  const units = (await demoUnits(await sharedSession()))
    .filter(
      ({ online_status, product_key }, _, [first]) => online_status === 'online' && product_key === first?.product_key,
    )
    .slice(0, 2)
  await enter(page, `/issue/device-history?macs=${units.map(({ mac }) => mac).join(',')}&part=timeline`)
  await expect(page.getByRole('img', { name: /^States of .+ over time$/ })).toHaveCount(2)
  const choice = page.getByRole('tablist', { name: 'Unit of time' })
  await expect(choice.getByRole('tab')).toHaveCount(2)
  await choice.getByRole('tab').nth(1).click()
  await expect(choice.getByRole('tab').nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.screenshot({ path: test.info().outputPath('states.png') })
  await page.goto(page.url().replace('part=timeline', 'part=table'))
  await expect(page.getByRole('columnheader', { name: /^Flow water temperature · / })).toHaveCount(2)
  const headers = await page.getByRole('columnheader').allTextContents()
  expect(new Set(headers).size).toBe(headers.length)
})
