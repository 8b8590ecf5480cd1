import { expect, test } from '@playwright/test'
import { sharedSession } from '../running.ts'
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
