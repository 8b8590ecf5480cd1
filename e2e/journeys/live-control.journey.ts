import { expect, test } from '@playwright/test'
import { deviceRows, logIn, openOnlineDevice } from './steps.ts'

test('the list shows the fleet, live', async ({ page }) => {
  await logIn(page)
  await expect(page.getByRole('tab', { name: /^All/ })).toContainText('200')
  await expect(deviceRows(page).first()).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
})

test('a set-point is changed, confirmed by read-back, logged and drawn', async ({ page }) => {
  await logIn(page)
  await openOnlineDevice(page)

  // Values change without a reload: the unit reports fast while somebody looks at it.
  const flow = page.getByTestId('value-t_out')
  await expect(flow).toContainText(/\d/)
  const power = page.getByTestId('schematic')
  await expect(power).toBeVisible()
  const before = await page.getByTestId('overview').innerText()
  await expect.poll(async () => await page.getByTestId('overview').innerText(), { timeout: 30_000 }).not.toBe(before)

  await page.getByRole('tab', { name: 'Control' }).click()
  const field = page.getByRole('spinbutton', { name: /Heating set-point/ })
  const old = Number(await field.inputValue())
  const wanted = old >= 50 ? old - 1.5 : old + 1.5
  await field.fill(String(wanted))
  await field.press('Tab')
  await page.getByRole('button', { name: /Review/ }).click()
  const review = page.getByRole('dialog', { name: /Review/ })
  await expect(review).toContainText(String(old))
  await expect(review).toContainText(String(wanted))
  await review.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Verified').first()).toBeVisible({ timeout: 10_000 })

  const row = page.getByRole('row').filter({ hasText: 'Heating set-point' }).first()
  await expect(row).toContainText(String(wanted))
  await expect(row).toContainText('Verified')
})

test('a value outside its limits is refused before it is sent, with the number', async ({ page }) => {
  await logIn(page)
  await openOnlineDevice(page)
  await page.getByRole('tab', { name: 'Control' }).click()
  const field = page.getByRole('spinbutton', { name: /Heating set-point/ })
  await field.fill('90')
  await field.press('Tab')
  await expect(page.getByText(/55/).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /Review/ })).toBeDisabled()
})
