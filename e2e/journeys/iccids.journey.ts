import { api } from '@heatfleet/contract/api.ts'
import { imeiOf } from '@heatfleet/contract/identifiers.ts'
import { expect } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { findViolations } from './axe.ts'
import { test } from './close-contexts.ts'
import { enter } from './steps.ts'

/** A card number that no other run has. */
const freshCard = (): string => imeiOf(`898699${String(Date.now() % 1_000_000_000_000).padStart(12, '0')}`)

test('cards are pasted, found, renewed and seen by no distributor', async ({ page }) => {
  const admin = await sharedSession()
  const iccid = freshCard()
  await enter(page, '/device/iccid-manage')
  await page.getByRole('button', { name: 'Import' }).click()
  const drawer = page.getByRole('dialog', { name: 'Import SIM cards' })
  await drawer.getByLabel('Card numbers, one per line').fill(`iccid,plan,expiration\n${iccid},30 MB,2020-01-31\n1234,,`)
  await drawer.getByRole('button', { name: 'Read these rows' }).click()
  await drawer.getByRole('button', { name: 'Check' }).click()
  await expect(drawer.getByText(/^Invalid ICCID/)).toBeVisible()
  await drawer.getByRole('button', { name: 'Skip the row with an error' }).click()
  await drawer.getByRole('button', { name: 'Import 1 card' }).click()
  await expect(page.getByText('1 card imported.')).toBeVisible()

  await page.goto(`/#/device/iccid-manage?iccid=${iccid}`)
  const row = page.getByRole('row').filter({ hasText: iccid })
  await expect(row.getByText(/^expired \d/)).toBeVisible()
  await row.getByRole('button', { name: `Actions for ${iccid}` }).click()
  await page.getByRole('menuitem', { name: 'Renew' }).click()
  const renewal = page.getByRole('dialog', { name: 'Renew 1 card' })
  await renewal.getByLabel('New expiry').fill(`${new Date().getFullYear() + 2}-06-30`)
  await renewal.getByRole('button', { name: 'Renew' }).click()
  await expect(page.getByText('Renewal recorded.')).toBeVisible()
  await expect(row.getByText(/^\d+ days$/)).toBeVisible()

  await row.getByRole('button', { name: `Actions for ${iccid}` }).click()
  await page.getByRole('menuitem', { name: 'Open' }).click()
  await expect(page.getByRole('dialog', { name: iccid }).getByText(/^Renewed:/)).toBeVisible()
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])

  const province = await sharedSession('zhejiang')
  const seen = async ({ call }: typeof province) => (await call(api.iccidList, { body: { iccid } })).total
  expect([await seen(admin), await seen(province)]).toEqual([1, 0])
})

test('what can be done with selected cards fits the narrowest window in the longest language', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.addInitScript(() => localStorage.setItem('locale', 'pl'))
  await enter(page, '/device/iccid-manage')
  await page.getByRole('row').nth(1).getByRole('checkbox').check()
  const bar = page.getByRole('status').filter({ hasText: 'Zaznaczono' }).locator('..')
  await expect(bar.getByRole('button', { name: 'Eksportuj' })).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('selected-pl-1024.png') })
  const { right } = await bar
    .getByRole('button', { name: 'Eksportuj' })
    .evaluate((button) => button.getBoundingClientRect().toJSON() as DOMRect)
  expect(right).toBeLessThanOrEqual(await bar.evaluate((element) => element.getBoundingClientRect().right))
})
