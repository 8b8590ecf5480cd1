import { api } from '@heatfleet/contract/api.ts'
import { expect } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { findViolations } from './axe.ts'
import { test } from './close-contexts.ts'
import { demoUnits } from './demo-units.ts'
import { enter } from './steps.ts'

const MINUTE_MS = 60_000

test('a unit is shown as it stood at a moment, and steps from report to report', async ({ page }) => {
  const admin = await sharedSession()
  const unit = (await demoUnits(admin)).find(({ online_status }) => online_status === 'online')
  if (unit === undefined) throw new Error('no unit of the demo is on line')
  // Two reports that arrived live: what the demo adds to its past meanwhile stands before them.
  const read = async (at: number) =>
    admin.call(api.historyMoment, { body: { mac: unit.mac, at: new Date(at).toISOString() } })
  await expect
    .poll(async () => Date.now() - ((await read(Date.now())).before_at ?? 0), { timeout: 120_000 })
    .toBeLessThan(5 * MINUTE_MS)
  // The newest but one: beside the newest another may arrive at any time.
  const asked = (await read(Date.now())).before_at ?? 0
  const moment = await read(asked)

  await enter(page, `/device/device-detail/${unit.mac}?at=${asked}`)
  const bar = page.getByRole('region', { name: 'Past state' })
  await expect(bar).toContainText('State on')
  await expect(page.getByRole('img', { name: /^(Heating|Hot water|Standby|Defrosting|Switched off)/ })).toBeVisible()
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])

  await bar.getByRole('button', { name: 'Earlier report' }).click()
  await expect(page).toHaveURL(new RegExp(`at=${moment.before_at}$`))
  await bar.getByRole('button', { name: 'Later report' }).click()
  await expect(page).toHaveURL(new RegExp(`at=${moment.report_at}$`))
  await expect(bar).toContainText('Values from a report at this time.')

  // The value in the table is the one that the history holds.
  await page.getByRole('tab', { name: 'Values' }).click()
  const flow = moment.values.find(({ key }) => key === 't_out')?.value ?? 0
  await expect(page.getByRole('row', { name: /^Flow water temperature/ })).toContainText(flow.toFixed(1))
  await page.getByRole('tab', { name: 'Curves' }).click()
  await expect(page).toHaveURL(/[?&]from=\d+/)

  await bar.getByRole('button', { name: 'Back to now' }).click()
  await expect(bar).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Refresh values' })).toBeVisible()
})
