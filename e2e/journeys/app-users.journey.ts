import { api } from '@heatfleet/contract/api.ts'
import { expect, test } from '@playwright/test'
import { openApp } from '../attacks/app-person.ts'
import { running, signIn, spareModule } from '../running.ts'
import { enter } from './steps.ts'

test('a person signs up in the app, is bound by hand, marked and unbound in the console', async ({ page }) => {
  const admin = await signIn()
  const app = await openApp(running.url(), admin.call, `Journey ${Date.now()}`)
  const { call, app_user_id } = await app.join(`journey-${Date.now()}@example.com`)
  const { did } = spareModule()

  await enter(page, `/app-user/bind-devices/${app_user_id}`, admin)
  await expect(page.getByText('No bound device')).toBeVisible()
  await page.getByRole('button', { name: 'Bind a device' }).click()
  await page.getByLabel('IMEI or MAC').fill(did)
  await expect(page.getByText('has no owner')).toBeVisible()
  await page.getByLabel('Reason').fill('called the hotline')
  await page.getByRole('button', { name: 'Bind', exact: true }).click()
  await expect(page.getByRole('cell', { name: 'By hand' })).toBeVisible()
  expect((await call(api.appDevices)).map(({ device_id }) => device_id)).toEqual([did])

  const more = page.getByRole('button', { name: /^Actions for/ })
  await more.click()
  await page.getByRole('menuitem', { name: 'Mark' }).click()
  await page.getByRole('checkbox', { name: 'Special care' }).check()
  await page.getByRole('button', { name: 'Save marks' }).click()
  await expect(page.getByRole('cell', { name: 'Special care' })).toBeVisible()

  await more.click()
  await page.getByRole('menuitem', { name: 'Claim code' }).click()
  await expect(page.getByText(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

  await more.click()
  await page.getByRole('menuitem', { name: 'Unbind' }).click()
  const [device] = await call(api.appDevices)
  await page.getByLabel('Reason').fill('moved out')
  await page.getByLabel(/^Type the name of the unit/).fill(device?.device_name ?? '')
  await page.getByRole('button', { name: 'Unbind' }).click()
  await expect(page.getByText('No bound device')).toBeVisible()
  expect(await call(api.appDevices)).toEqual([])
})
