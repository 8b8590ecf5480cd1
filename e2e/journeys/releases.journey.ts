import { api } from '@heatfleet/contract/api.ts'
import { expect, type Page } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { findViolations } from './axe.ts'
import { test } from './close-contexts.ts'
import { addUnits } from './demo-units.ts'
import { enter } from './steps.ts'

const RELEASES = '/device/device-saled?tab=releases'

const expectNoViolations = async (page: Page): Promise<void> => {
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
}

test('a city asks for a unit that it does not see, the province releases it, and the city learns of it', async ({
  browser,
}) => {
  test.slow()
  const [province, city] = [await sharedSession('zhejiang'), await sharedSession('hangzhou')]
  const [{ mac } = { mac: '' }] = await addUnits(1)

  const at_city = await (await browser.newContext()).newPage()
  await enter(at_city, '/device/device-saled', city)
  await at_city.getByRole('button', { name: 'Ship devices' }).first().click()
  const ship = at_city.getByRole('dialog', { name: 'Ship devices' })
  await ship.getByLabel('IDs, pasted or scanned').fill(mac)
  await ship.getByRole('combobox', { name: /^Receiver/ }).click()
  await expect(at_city.getByRole('listbox').getByRole('option').first()).toBeVisible()
  await at_city.keyboard.press('ArrowDown')
  await at_city.keyboard.press('Enter')
  await ship.getByRole('button', { name: 'Check' }).click()
  await expect(ship.getByText('Unknown')).toBeVisible()
  await ship.getByRole('button', { name: 'Request the release of 1 device' }).click()
  const ask = at_city.getByRole('dialog', { name: 'Request the release of 1 device' })
  await ask.getByLabel('Reason').fill('Stands in our depot')
  await expectNoViolations(at_city)
  await ask.getByRole('button', { name: 'Send request' }).click()
  await expect(at_city.getByText(/^1 request sent/)).toBeVisible()

  const at_province = await (await browser.newContext()).newPage()
  await enter(at_province, RELEASES, province)
  const tab = at_province.getByRole('tab', { name: /^Release requests/ })
  await expect(tab).toContainText(/\d/)
  const row = at_province.getByRole('row').filter({ hasText: mac })
  await expect(row).toContainText('Stands in our depot')
  await row.getByRole('button', { name: `Actions for the request about ${mac}` }).click()
  await at_province.getByRole('menuitem', { name: 'Release', exact: true }).click()
  const release = at_province.getByRole('dialog', { name: new RegExp(`^Release “${mac}” to`) })
  await release.getByLabel('Reason').fill('It is for you')
  await release.getByRole('button', { name: 'Release', exact: true }).click()
  await expect(row).toContainText('Released')
  await expectNoViolations(at_province)

  await at_city.goto(`/#${RELEASES}`)
  // The drawer still holds what was typed.
  await at_city
    .getByRole('dialog', { name: 'Discard unsaved changes?' })
    .getByRole('button', { name: 'Discard' })
    .click()
  const sent = at_city.getByRole('grid').getByRole('row').filter({ hasText: mac })
  await expect(sent).toContainText('Released')
  await expect(sent).toContainText('It is for you')
  const notices = await city.call(api.notices)
  expect(notices.list.some(({ what, device_name }) => what === 'release_granted' && device_name === mac)).toBe(true)
})
