import { api } from '@heatfleet/contract/api.ts'
import { expect, test } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { demoUnits, waitForDemo } from './demo-units.ts'
import { enter } from './steps.ts'

const DAY_MS = 86_400_000
const dateOf = (at_ms: number): string => new Date(at_ms).toISOString().slice(0, 10)

/** An online unit that has figures of the day. */
const pickUnit = async (): Promise<string> => {
  const admin = await sharedSession()
  const online = (await demoUnits(admin)).filter(({ online_status }) => online_status === 'online')
  const body = { from: dateOf(Date.now() - DAY_MS), to: dateOf(Date.now() + DAY_MS) }
  for (const { mac } of online.slice(0, 10)) {
    const { days } = await admin.call(api.deviceDays, { body: { mac, ...body } })
    if (days.some(({ heat_kwh }) => heat_kwh !== null)) return mac
  }
  throw new Error('no unit of the demo has daily figures')
}

test('energy and efficiency of a unit are read by day, month and use, and saved as a file', async ({ page }) => {
  await waitForDemo()
  const mac = await pickUnit()
  await enter(page, `/device/device-detail/${mac}`)
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  await page.getByRole('tab', { name: 'Energy & efficiency' }).click()
  const tab = page.getByRole('tabpanel', { name: 'Energy & efficiency' })
  await expect(tab.getByRole('img', { name: 'Heat and electricity by day, COP by day' })).toBeVisible()
  await expect(tab).toContainText('Heat from water flow and temperature difference')
  await expect(tab).toContainText('electricity measured')
  await expect(tab.getByRole('table', { name: 'By use' }).getByRole('row', { name: /^Heating/ })).toBeVisible()
  await expect(tab.getByRole('table', { name: 'By month' }).getByRole('row').nth(1)).toContainText('kWh')

  await tab.getByRole('button', { name: '90 days' }).press('Enter')
  await expect(page).toHaveURL(/period=90/)
  await expect(tab.getByRole('button', { name: '90 days' })).toHaveAttribute('aria-pressed', 'true')
  const saving = page.waitForEvent('download')
  await tab.getByRole('button', { name: 'CSV' }).click()
  expect((await saving).suggestedFilename()).toMatch(new RegExp(`^Energy ${mac} .*\\.csv$`))

  const reported = page.waitForEvent('download')
  await tab.getByRole('button', { name: 'PDF report' }).click()
  expect((await reported).suggestedFilename()).toMatch(/^Energy report – .+\.pdf$/)
  await tab.getByRole('button', { name: 'Heating season' }).click()
  await expect(page).toHaveURL(/period=season/)
})
