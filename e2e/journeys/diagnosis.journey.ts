import type { api } from '@heatfleet/contract/api.ts'
import type { ResultOf } from '@heatfleet/contract/endpoint.ts'
import { expect, test } from '@playwright/test'
import { sharedSession, spareModule } from '../running.ts'
import { demoUnits, ownUnits } from './demo-units.ts'
import { enter } from './steps.ts'

test('the diagnosis leads from SIM card to screen, on a phone too', async ({ page }) => {
  const admin = await sharedSession()
  const [unit] = await ownUnits('diagnosis')
  const mac = unit?.mac ?? ''
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(page, `/device/device-detail/${mac}?tab=diagnosis`, admin)
  const part = page.getByRole('tabpanel', { name: 'Diagnosis' })
  const steps = part.getByRole('list').first().getByRole('listitem')
  await expect(steps).toHaveCount(8)
  const network = steps.nth(1)
  await expect(network.getByRole('heading', { name: /^Network/ })).toBeVisible()
  const checked = page.waitForResponse(/device-inventory\/diagnosis/)
  await part.getByRole('button', { name: 'Check again' }).click()
  // What the screen was answered itself: the signal of a live unit is another one a moment later.
  const { data } = (await (await checked).json()) as { data: ResultOf<typeof api.deviceDiagnosis> }
  await expect(network.getByText(`${data.facts.rssi_dbm}`.replace('-', '−'))).toBeVisible()
  // The module itself is asked, and what both say to each other is kept.
  await part.getByRole('button', { name: 'Capture for 5 minutes' }).click()
  await expect(part.getByText('running', { exact: true })).toBeVisible()
  await part.getByRole('button', { name: 'Ping', exact: true }).click()
  await expect(part.getByText('replied', { exact: true })).toBeVisible()
  await expect(part.getByText(/^poll plan \d+$/)).toBeVisible()
  const frames = part.getByRole('list', { name: 'Captured frames, newest first' })
  await expect(frames.getByText('"op":"cfgget"').first()).toBeVisible()
  await expect(frames.getByText('From the module').first()).toBeVisible()
  await part.getByRole('button', { name: 'Stop' }).click()
  await expect(part.getByText('ended', { exact: true })).toBeVisible()
  const sideways = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(sideways).toBeLessThanOrEqual(0)
})

test('a unit that was never online is told of its network first', async ({ page }) => {
  const admin = await sharedSession()
  // The spare module goes online in another journey.
  const { did } = spareModule()
  const unit = (await demoUnits(admin)).find(({ mac, online_status }) => online_status === 'never' && mac !== did)
  if (unit === undefined) throw new Error('The demo has units that were never online.')
  await enter(page, `/device/device-detail/${unit.mac}?tab=diagnosis`, admin)
  const part = page.getByRole('tabpanel', { name: 'Diagnosis' })
  await expect(part.getByRole('status').filter({ hasText: 'Network' })).toBeVisible()
  await expect(part.getByText('The module has never been online.')).toBeVisible()
})
