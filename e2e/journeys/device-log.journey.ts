import { expect, test } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { findViolations } from './axe.ts'
import { demoUnits, waitForDemo } from './demo-units.ts'
import { enter } from './steps.ts'

const pickUnit = async () => {
  const online = (await demoUnits(await sharedSession())).filter(({ online_status }) => online_status === 'online')
  const unit = online.at(-2)
  if (unit === undefined) throw new Error('no unit of the demo is on line')
  return unit
}

test('what happened to a unit is read as a timeline, narrowed, opened and read on its page', async ({ page }) => {
  await waitForDemo()
  const { mac } = await pickUnit()
  await enter(page, `/device/dev-history?search=${mac}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('img', { name: /^Online over time: .*online/ })).toBeVisible()
  await expect(main.getByRole('button', { name: 'Online', exact: true }).first()).toBeVisible()

  await page.goto(`/#/device/dev-history?search=${mac}&type=ownership`)
  await expect(main.getByRole('button', { name: 'Online', exact: true })).toHaveCount(0)
  await main.getByRole('button', { name: 'Imported', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Imported' })
  await expect(drawer).toContainText(mac)
  await drawer.getByRole('link', { name: 'Log of the device' }).click()

  await expect(page).toHaveURL(new RegExp(`device-detail/${mac}\\?tab=log`))
  const tab = page.getByRole('tabpanel', { name: 'Log' })
  await expect(tab.getByRole('button', { name: 'Online', exact: true }).first()).toBeVisible()
  await tab.getByRole('button', { name: 'Table' }).click()
  await expect(tab.getByRole('grid', { name: 'Device log' })).toBeVisible()
})

test('the reports of two units are listed under their connections, and a frame is decoded once more', async ({
  page,
}) => {
  await waitForDemo()
  const online = (await demoUnits(await sharedSession())).filter(({ online_status }) => online_status === 'online')
  const macs = online.slice(-4, -2).map(({ mac }) => mac)
  await enter(page, `/device/dev-history?search=${macs.join(',')}&type=report`)
  const main = page.getByRole('main')
  // One strip each.
  await expect(main.getByRole('figure').getByRole('img')).toHaveCount(2)
  await main.getByRole('button', { name: 'Report', exact: true }).first().click()
  const drawer = page.getByRole('dialog', { name: 'Report' })
  await expect(drawer).toContainText('The frame is readable.')
  await expect(drawer).toContainText('version 1')
  const points = drawer.getByRole('table', { name: 'Points' })
  await expect(points.getByRole('row').filter({ hasText: '03 · 14' })).toContainText('°C')
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')

  // Without a unit it says what it needs.
  await page.goto('/#/device/dev-history?type=report')
  await expect(main.getByText('Reports are listed of named devices')).toBeVisible()
})

test('where the period reaches past what is kept, the log says so, also where it has no entry', async ({ page }) => {
  const { mac } = await pickUnit()
  await enter(page, `/device/dev-history?search=${mac}&type=raw&from=2020-01-01&to=2020-01-31`)
  const main = page.getByRole('main')
  await expect(
    main.getByText(/^Frames of captures are kept for 7 days, since .* as long as their device\.$/),
  ).toBeVisible()
  await expect(main.getByText('No matches')).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('kept.png') })
  await page.goto(`/#/device/dev-history?search=${mac}&type=connection&from=2020-01-01`)
  await expect(main.getByText(/^Frames of captures are kept/)).toHaveCount(0)
})

test('a failed command is found by its result, and leads to its request', async ({ page }) => {
  await waitForDemo()
  await enter(page, '/device/dev-history?view=table&type=command&result=ok')
  const grid = page.getByRole('main').getByRole('grid', { name: 'Device log' })
  await expect(grid.getByRole('columnheader', { name: 'Trace ID' })).toBeVisible()
  await expect(grid.getByRole('columnheader', { name: 'Source' })).toBeVisible()
  await page.goto('/#/device/dev-history?view=table&result=failed&type=connection')
  await expect(page.getByRole('main').getByRole('grid').getByRole('link')).toHaveCount(0)
  // A text is looked for in what few units have.
  await page.goto('/#/device/dev-history?text=admin')
  await expect(page.getByText(/^Text is searched in entries of named devices/)).toBeVisible()
})
